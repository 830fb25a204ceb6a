import { formatDateTime, type Microseconds } from '../model/date-time';

/** A point in time that comes of a request, which is as short as it was given: without a fraction that is zero. */
export const formatTime = (at: Microseconds): string => formatDateTime(at).replace(/\.?0+Z$/, 'Z');
