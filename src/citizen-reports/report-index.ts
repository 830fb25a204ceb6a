import type { IndexProfile } from '../ngsi-ld/index-profile';
import { CITIZEN_REPORT, PRIORITIES, STATUSES } from './citizen-report';
import { SEARCHED } from './report-query';

/** What lists of reports are filtered, searched and sorted by. */
export const REPORT_INDEX: IndexProfile = {
  type: CITIZEN_REPORT,
  values: ['category', 'priority', 'status', 'assignedTo', 'reportedBy'],
  times: ['dateCreated', 'dateModified'],
  facets: ['category', 'priority', 'status'],
  timeline: 'dateCreated',
  orders: [
    { attribute: 'dateCreated' },
    { attribute: 'dateModified' },
    { attribute: 'category' },
    { attribute: 'priority', ranks: PRIORITIES },
    { attribute: 'status', ranks: STATUSES },
  ],
  text: SEARCHED,
};
