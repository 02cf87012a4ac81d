/** Schedules of collectors: rules, cron expressions, and the next date. Pure. */
import { z } from '@hono/zod-openapi'
import { Cron } from 'croner'
import { causeOf, problem, type Reason } from '../errors'
import { limits } from '../limits'
import { defaultTimeZone } from '../schema/dates/zone'

const minute = z.coerce.number().int().min(0).max(59).default(0)
const hour = z.coerce.number().int().min(0).max(23).default(0)
const timeZone = z.string().max(100).default(defaultTimeZone)
// Existing clients send the cron fields that a type does not use as `*`, and compare what they get with it.
const wildcard = z.literal('*').optional().catch(undefined)
const rule = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object({ ...shape, month: wildcard, timeZone })
const anyDay = { dayOfWeek: wildcard, dayOfMonth: wildcard }

/** One rule of a schedule. */
const ruleSchema = z
  .discriminatedUnion('type', [
    rule({
      type: z.literal('hours'),
      ...anyDay,
      hour: z.literal('*').catch('*'),
      hourStep: z.coerce.number().int().min(1).max(12).default(1),
      minute,
    }),
    rule({ type: z.literal('daily'), ...anyDay, hour, minute }),
    rule({
      type: z.literal('weekly'),
      dayOfMonth: wildcard,
      dayOfWeek: z.coerce.string().regex(/^[0-6]$/, '0 (Sunday) to 6'),
      hour,
      minute,
    }),
    rule({
      type: z.literal('monthly'),
      dayOfWeek: wildcard,
      dayOfMonth: z
        .literal('*')
        .transform(() => undefined)
        .or(z.coerce.number().int().min(1).max(28))
        .optional(),
      lastDayOfMonth: z.boolean().optional(),
      hour,
      minute,
    }),
    rule({ type: z.literal('cron'), cron: z.string().trim().max(200) }),
  ])
  .openapi('CollectorRule')
export type Rule = z.output<typeof ruleSchema>
export const schedulingSchema = z.array(ruleSchema).max(limits.collectors.maxRules)

/** The cron expression of a rule: minute, hour, day of the month, month, day of the week. */
export function cronOf(rule: Rule): string {
  switch (rule.type) {
    case 'hours':
      return `${rule.minute} */${rule.hourStep} * * *`
    case 'daily':
      return `${rule.minute} ${rule.hour} * * *`
    case 'weekly':
      return `${rule.minute} ${rule.hour} * * ${rule.dayOfWeek}`
    case 'monthly':
      return `${rule.minute} ${rule.hour} ${rule.lastDayOfMonth ? 'L' : (rule.dayOfMonth ?? 1)} * *`
    case 'cron':
      return rule.cron
  }
}

/** @throws `collector-schedule-invalid` for an expression or a time zone that is not valid, or that has no date */
export function checkRules(rules: readonly Rule[], now: Date): void {
  for (const rule of rules) {
    const expression = cronOf(rule)
    const refuse = (reason: Reason) => problem('collector-schedule-invalid', { rule: expression, reason })
    if (expression.split(/\s+/).length !== 5) {
      throw refuse({
        en: '5 fields are expected: minute, hour, day of the month, month, day of the week',
        fr: '5 champs sont attendus : minute, heure, jour du mois, mois, jour de la semaine',
      })
    }
    let next: Date | undefined
    try {
      next = nextOf(rule, now)
    } catch (error) {
      const reason = causeOf(error)
      const { timeZone } = rule
      throw refuse(
        /time ?zone/i.test(reason.en)
          ? { en: `unknown time zone "${timeZone}"`, fr: `fuseau horaire "${timeZone}" inconnu` }
          : reason,
      )
    }
    if (!next) throw refuse({ en: 'no date corresponds to it', fr: 'aucune date ne lui correspond' })
  }
}

/**
 * The earliest date of valid rules after a date. A time that daylight saving skips is the first one after the gap; of a
 * time that comes twice, only the first counts.
 */
export function nextDate(rules: readonly Rule[], after: Date): Date | undefined {
  const times = rules.flatMap((rule) => nextOf(rule, after)?.getTime() ?? [])
  return times.length > 0 ? new Date(Math.min(...times)) : undefined
}

function nextOf(rule: Rule, after: Date): Date | undefined {
  const options = { timezone: rule.timeZone, paused: true, mode: '5-part' } as const
  return new Cron(cronOf(rule), options).nextRun(after) ?? undefined
}
