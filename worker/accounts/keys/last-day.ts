/** The last day on which a key or a protected link works, `YYYY-MM-DD` in UTC. */
import { z } from '@hono/zod-openapi'
import { utcDay } from '../../schema/dates/utc-day'

export const lastDaySchema = z.iso.date()

/** Whether the last day is over. Without one, there is no end. */
export const isExpired = (lastDay: string | null | undefined, now: Date): boolean =>
  Boolean(lastDay && lastDay < utcDay(now))
