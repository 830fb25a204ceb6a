import {
  type Attribute,
  dateTime,
  type Entity,
  geoProperty,
  type JsonValue,
  property,
} from '../../src/ngsi-ld/entity';

interface Row {
  title: string;
  description?: string;
  address?: string;
  category?: string;
  priority?: string;
  status?: string;
  assignedTo?: string;
  reportedBy?: string;
  needsReview?: boolean;
  /** The day of November 2026 that it was made on, at noon. */
  day: number;
  /** The day that it was changed on, when it was. */
  changed?: number;
  at: [number, number];
}

/** Ten reports of one city, as an import would write them, by the last part of their ids. */
const ROWS: Record<string, Row> = {
  light: {
    title: 'Đèn đường hỏng',
    description: 'Đèn trước cổng trường không sáng ba hôm nay.',
    address: '12 Nguyễn Huệ, Quận 1',
    category: 'streetlight',
    priority: 'high',
    status: 'pending',
    reportedBy: 'Nguyễn Thị Mai',
    day: 1,
    at: [106.7009, 10.7756],
  },
  pothole: {
    title: 'Pothole in the bus lane',
    description: 'Wide as a bicycle wheel and 100% full of water (again).',
    address: '87 Lê Lợi',
    category: 'road_damage',
    priority: 'critical',
    status: 'in_progress',
    assignedTo: 'Đội cầu đường, Quận 1',
    reportedBy: 'Daniel Reed',
    needsReview: true,
    day: 2,
    changed: 12,
    at: [106.7011, 10.7758],
  },
  garbage: {
    title: 'Rác chất đống',
    category: 'waste',
    priority: 'low',
    status: 'resolved',
    day: 3,
    at: [106.705, 10.779],
  },
  tree: {
    title: 'Fallen tree',
    description: 'A tree lies across the footpath by the street light.',
    category: 'trees_parks',
    priority: 'medium',
    status: 'acknowledged',
    day: 4,
    at: [106.69, 10.76],
  },
  flood: {
    title: 'Ngập nước',
    category: 'drainage_flooding',
    status: 'closed',
    needsReview: false,
    day: 5,
    at: [106.66, 10.8],
  },
  noise: {
    title: "O'Brien's karaoke | 2 a.m.",
    category: 'noise',
    status: 'rejected',
    day: 6,
    at: [106.72, 10.74],
  },
  unsorted: { title: 'Something else; no category', status: 'pending', day: 7, at: [106.7009, 10.77561] },
  hostile: { title: 'Odd category', category: "x' OR '1'='1", status: 'pending', day: 8, at: [10, 50] },
  wildcard: { title: 'Per cent', category: '%', status: 'pending', day: 9, at: [10, 50] },
  fiji: { title: 'Far away', category: 'other', status: 'pending', day: 10, at: [179.99, -17] },
};

const noonOf = (day: number) => dateTime(new Date(Date.UTC(2026, 10, day, 12)));

export const CITY: Entity[] = Object.entries(ROWS).map(([name, { day, changed = day, at, ...values }]) => ({
  id: `urn:ngsi-ld:CitizenReport:${name}`,
  type: 'CitizenReport',
  ...Object.fromEntries(
    Object.entries(values).map(([attribute, value]): [string, Attribute] => [
      attribute,
      property(value as JsonValue),
    ]),
  ),
  location: geoProperty({ type: 'Point', coordinates: at }),
  dateCreated: noonOf(day),
  dateModified: noonOf(changed),
}));

/** The names of all reports of the city, the newest first. */
export const NEWEST_FIRST = Object.keys(ROWS).toReversed();
