/** The NGSI-LD entity type of reports. */
export const CITIZEN_REPORT = 'CitizenReport';

/** What a report may be about. Reports that come from other systems can have categories of their own. */
export const CATEGORIES = [
  'road_damage',
  'streetlight',
  'traffic_signs_signals',
  'waste',
  'graffiti',
  'drainage_flooding',
  'water_supply',
  'trees_parks',
  'parking_vehicles',
  'noise',
  'other',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** In the order of a report's life; `rejected` ends it at any time. */
export const STATUSES = ['pending', 'acknowledged', 'in_progress', 'resolved', 'closed', 'rejected'] as const;

export type Status = (typeof STATUSES)[number];

/** From the least to the most urgent. */
export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;

export type Priority = (typeof PRIORITIES)[number];
