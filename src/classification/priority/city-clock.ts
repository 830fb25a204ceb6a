import { DateTime } from 'luxon';
import type { DailyPeriod, DayRange, OpeningHours, PrioritySettings } from './priority-settings';

/** What time it is in the city, as far as it matters to priorities. */
export class CityClock {
  /** @param timeZone IANA name */
  constructor(
    private readonly settings: Pick<PrioritySettings, 'night' | 'schoolHolidays'>,
    private readonly timeZone: string,
  ) {}

  isNight(at: Date): boolean {
    return isWithin(this.settings.night, this.local(at).toFormat('HH:mm'));
  }

  isOpen(hours: OpeningHours, at: Date): boolean {
    const local = this.local(at);
    const time = local.toFormat('HH:mm');
    if (!isWithin(hours, time)) return false;
    // After midnight, hours that go over it are still those of the day before.
    const day = hours.to < hours.from && time < hours.to ? local.minus({ days: 1 }) : local;
    return hours.days.includes(day.weekday) && !(hours.schoolDays === true && this.isSchoolHoliday(day));
  }

  private isSchoolHoliday(day: DateTime): boolean {
    return this.settings.schoolHolidays.some((range) => contains(range, day));
  }

  private local(at: Date): DateTime {
    return DateTime.fromJSDate(at, { zone: this.timeZone });
  }
}

/** The end is no part of the period. */
const isWithin = ({ from, to }: DailyPeriod, time: string): boolean =>
  from <= to ? time >= from && time < to : time >= from || time < to;

function contains({ from, to }: DayRange, day: DateTime): boolean {
  const date = from.length === 'MM-DD'.length ? day.toFormat('MM-dd') : day.toFormat('yyyy-MM-dd');
  return from <= to ? date >= from && date <= to : date >= from || date <= to;
}
