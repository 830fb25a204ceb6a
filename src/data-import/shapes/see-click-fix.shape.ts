import type { JsonObject, JsonValue } from '../../ngsi-ld/entity';
import { isObject, textOf } from '../row';
import { pointInTime } from './point-in-time';
import { pointOf } from './position';
import { reportEntity } from './report-entity';
import type { RowShape } from './row-shape';

/** Issues of SeeClickFix (https://dev.seeclickfix.com/v2/issues/). */
export const seeClickFixShape: RowShape = {
  recognises: (row) => 'summary' in row && 'created_at' in row,

  toEntity(row, origin) {
    const requestType = row['request_type'];
    const date = (name: string) => pointInTime(name, row[name]);
    return reportEntity(
      {
        description: textOf(row, 'description'),
        title: textOf(row, 'summary'),
        location: pointOf(row),
        category: isObject(requestType) ? textOf(requestType, 'title') : textOf(row, 'request_type'),
        status: textOf(row, 'status'),
        address: textOf(row, 'address'),
        images: imagesOf(row),
        dateCreated: date('created_at'),
        dateModified: date('updated_at') ?? date('closed_at') ?? date('acknowledged_at'),
      },
      origin,
      textOf(row, 'id'),
    );
  },
};

/** An issue without a picture has null there, at times as text. */
function imagesOf({ media, image }: JsonObject): string[] | undefined {
  const candidates = [image, ...(isObject(media) ? [media['image_full'], media['image_url']] : [])];
  const picture = candidates.find(isWebAddress);
  return picture === undefined ? undefined : [picture];
}

const isWebAddress = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^https?:/i.test(value);
