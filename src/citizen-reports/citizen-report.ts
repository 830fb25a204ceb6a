/** The NGSI-LD entity type of reports. */
export const CITIZEN_REPORT = 'CitizenReport';

/** In the order of a report's life; `rejected` ends it at any time. */
export const STATUSES = ['pending', 'acknowledged', 'in_progress', 'resolved', 'closed', 'rejected'] as const;

export type Status = (typeof STATUSES)[number];

/** Those of reports that somebody still has to do something about. */
export const OPEN_STATUSES = ['pending', 'acknowledged', 'in_progress'] as const satisfies Status[];

/** From the least to the most urgent. */
export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const;

export type Priority = (typeof PRIORITIES)[number];
