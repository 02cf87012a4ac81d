/** Schedules and states of collectors in words. */

import type { Rule } from '../../collectors'
import type { PluginDescription } from '../../collectors/plugins'
import type { View } from '../view'
import type { CollectorView } from './read-api'

/** All rules in one sentence. */
export function scheduleInWords(view: View, rules: readonly Rule[]): string {
  if (rules.length === 0) return view.say('rule:none')
  const zones = new Set(rules.map(({ timeZone }) => timeZone))
  const words = rules.map((rule) => ruleInWords(view, rule) + (zones.size > 1 ? ` (${rule.timeZone})` : ''))
  const list = new Intl.ListFormat(view.language).format(words)
  return zones.size > 1 ? list : `${list} (${[...zones].join()})`
}

function ruleInWords({ say, language }: View, rule: Rule): string {
  if (rule.type === 'cron') return say('rule:cron', { cron: rule.cron })
  if (rule.type === 'hours') {
    const { hourStep, minute } = rule
    return hourStep === 1 ? say('rule:hours', { minute }) : say('rule:hoursStep', { step: hourStep, minute })
  }
  const time = timeOf(rule)
  if (rule.type === 'daily') return say('rule:daily', { time })
  if (rule.type === 'weekly') return say('rule:weekly', { day: dayName(language, Number(rule.dayOfWeek)), time })
  return rule.lastDayOfMonth ? say('rule:lastDay', { time }) : say('rule:monthly', { day: rule.dayOfMonth ?? 1, time })
}

/** The time of a rule as a time input has it, `03:30`. */
export const timeOf = ({ hour, minute }: { hour: number; minute: number }): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** The name of a day, from 0 for Sunday. */
export function dayName(language: string, day: number): string {
  // The first day of 2023 was a Sunday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day))
}

/** Whether a collector is started by a schedule, and not by the messages that it receives. */
export const isScheduled = (plugin: PluginDescription | undefined, { scheduling }: CollectorView): boolean =>
  !plugin?.schema['x-receives'] || scheduling.length > 0

/** The message that says what happens to the messages of devices. */
export function messagesState(collector: CollectorView) {
  if (!collector.active) return 'messagesRefused'
  return datasetIn(collector) ? 'messagesStored' : 'messagesWithoutDataset'
}

/** The dataset that a collector writes. */
export function datasetIn({ config }: CollectorView): { id: string; title?: string } | undefined {
  // The configuration belongs to the plugin: only its usual shape is read.
  const dataset = config?.dataset as { id?: unknown; title?: unknown } | undefined
  if (typeof dataset?.id !== 'string') return undefined
  return { id: dataset.id, ...(typeof dataset.title === 'string' ? { title: dataset.title } : {}) }
}
