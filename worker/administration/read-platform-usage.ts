import { and, gte, lte } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { PlatformUsage } from '../db/platform-usage'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'

/** The usage of a day (`YYYY-MM-DD`, in UTC). */
export type PlatformDay = { day: string } & PlatformUsage

/** Reads the usage of the platform, without a permission check. */
export async function readPlatformUsage(ctx: Context): Promise<{ month: PlatformUsage; days: PlatformDay[] }> {
  const { platformUsage } = tables
  const { platformDays } = limits.usage
  const today = utcDay(ctx.now())
  const monthStart = `${today.slice(0, 'YYYY-MM'.length)}-01`
  const firstDay = utcDay(ctx.now(), platformDays - 1)
  const stored = await ctx.db
    .select()
    .from(platformUsage)
    .where(and(gte(platformUsage.day, monthStart < firstDay ? monthStart : firstDay), lte(platformUsage.day, today)))
  const byDay = new Map(stored.map((used) => [used.day, used]))
  const days = Array.from({ length: platformDays }, (_, at) => utcDay(ctx.now(), platformDays - 1 - at))
  return {
    month: sumOf(stored.filter(({ day }) => day >= monthStart)),
    days: days.map((day) => byDay.get(day) ?? { day, ...sumOf([]) }),
  }
}

function sumOf(days: readonly PlatformUsage[]): PlatformUsage {
  const sum = (name: keyof PlatformUsage) => days.reduce((total, used) => total + used[name], 0)
  return { requests: sum('requests'), rowsRead: sum('rowsRead'), rowsWritten: sum('rowsWritten') }
}
