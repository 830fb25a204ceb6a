import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  path: string;
  rows: number;
  reports: number;
}

const AT = { type: 'Point', coordinates: [106.701, 10.776] };

/** A file of every format and shape, with names of its own so that no two make the same ids. */
export function writeSourceFiles(directory: string): SourceFile[] {
  const file = (name: string, text: string, rows: number, reports = rows): SourceFile => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return { path, rows, reports };
  };
  return [
    file(
      'table.csv',
      '\ufeffid;description;latitude;longitude;status;created\r\n' +
        '1;"Hố sâu; nguy hiểm";10.7751;106.7003;open;2026-10-01\r\n2;Dark lamp;10.7752;106.7004;closed;\r\n',
      2,
    ),
    file(
      'requests.json',
      JSON.stringify([
        { service_request_id: 'a/1', status: 'open', service_name: 'Pothole', lat: 10.771, long: 106.702 },
        { service_request_id: 2, status: 'closed', description: 'Bin', lat: '10.772', long: '106.703' },
      ]),
      2,
    ),
    file(
      'issues.json',
      JSON.stringify({
        metadata: { pagination: { page: 1 } },
        issues: [
          {
            id: 9,
            status: 'Archived',
            summary: 'Light',
            description: '',
            lat: 10.773,
            lng: 106.704,
            created_at: '2026-05-01T10:00:00-04:00',
          },
        ],
      }),
      1,
    ),
    file(
      'features.geojson',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', geometry: AT, properties: { description: 'Without an id' } },
          {
            type: 'Feature',
            id: 'urn:ngsi-ld:Park:1',
            geometry: AT,
            properties: { type: 'Park', name: 'P' },
          },
        ],
      }),
      2,
      1,
    ),
    file(
      'entities.ndjson',
      [
        { id: 'urn:ngsi-ld:CitizenReport:own-1', type: 'CitizenReport', description: 'x', location: AT },
        {
          id: 'urn:ngsi-ld:AirQualityObserved:1',
          type: 'AirQualityObserved',
          dateObserved: '2025-12-24T10:57:10Z',
          pm10: 46.3,
          location: AT,
        },
        {
          id: 'urn:ngsi-ld:RoadSegment:1',
          type: 'RoadSegment',
          name: { type: 'Property', value: 'Main' },
          location: {
            type: 'GeoProperty',
            value: {
              type: 'LineString',
              coordinates: [
                [106.7, 10.7],
                [106.8, 10.8],
              ],
            },
          },
        },
      ]
        .map((row) => JSON.stringify(row))
        .join('\n'),
      3,
      1,
    ),
  ];
}

/** The project's sample city. */
export const sampleFiles = (): SourceFile[] => {
  const directory = join(__dirname, '../../sample');
  return [
    { path: join(directory, 'citizen-reports.ndjson'), rows: 40, reports: 40 },
    { path: join(directory, 'points-of-interest.geojson'), rows: 25, reports: 0 },
  ];
};

/** Real data, where a folder of it lies beside the project; rows without a position are not for import. */
export function realFiles(): SourceFile[] {
  const directory = join(__dirname, '../../../shared/data');
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names
    .filter((name) => name.endsWith('.ndjson') && !name.includes('labelled'))
    .map((name) => {
      const path = join(directory, name);
      const rows = readFileSync(path, 'utf8').trim().split('\n');
      const reports = rows.filter((row) => /"type": "CitizenReport"|"summary": /.test(row));
      return { path, rows: rows.length, reports: reports.length };
    });
}
