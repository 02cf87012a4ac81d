import { DAY_MS } from '../../limits/units'

/** The day of a moment (`YYYY-MM-DD`, in UTC), or a day some days before. */
export const utcDay = (date: Date, before = 0): string =>
  new Date(date.getTime() - before * DAY_MS).toISOString().slice(0, 10)
