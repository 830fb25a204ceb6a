import { textOf } from '../row';
import { pointInTime } from './point-in-time';
import { pointOf } from './position';
import { reportEntity } from './report-entity';
import type { RowShape } from './row-shape';

/** Service requests of Open311 GeoReport v2 (https://wiki.open311.org/GeoReport_v2/), JSON or CSV. */
export const open311Shape: RowShape = {
  recognises: (row) => 'service_request_id' in row || 'service_name' in row || 'service_code' in row,

  toEntity(row, origin) {
    const service = textOf(row, 'service_name');
    const mediaUrl = textOf(row, 'media_url');
    return reportEntity(
      {
        description: textOf(row, 'description'),
        title: service,
        location: pointOf(row),
        category: service ?? textOf(row, 'service_code'),
        status: textOf(row, 'status'),
        address: textOf(row, 'address'),
        images: mediaUrl === undefined ? undefined : [mediaUrl],
        assignedTo: textOf(row, 'agency_responsible'),
        notes: textOf(row, 'status_notes'),
        dateCreated: pointInTime('requested_datetime', row['requested_datetime']),
        dateModified: pointInTime('updated_datetime', row['updated_datetime']),
      },
      origin,
      textOf(row, 'service_request_id'),
    );
  },
};
