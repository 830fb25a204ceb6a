import { DateTime } from 'luxon';

/** When the periods of the statistics began. */
export interface Periods {
  /** Midnight in the city. */
  today: Date;
  /** The midnight with which Monday began in the city. */
  thisWeek: Date;
  /** 30 days ago. */
  active: Date;
}

const ACTIVE_DAYS = 30;

/** @param timeZone IANA name of the city's time zone */
export function periodsAt(now: Date, timeZone: string): Periods {
  const inCity = DateTime.fromJSDate(now, { zone: timeZone });
  return {
    today: inCity.startOf('day').toJSDate(),
    thisWeek: inCity.startOf('week').toJSDate(),
    active: inCity.minus({ days: ACTIVE_DAYS }).toJSDate(),
  };
}
