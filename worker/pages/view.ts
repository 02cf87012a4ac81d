/** The view of a request, with which pages are rendered: context, language, and formats of numbers and dates. */

import type { Context } from '../context'
import type { Language } from '../errors'
import { AnswerMarkdown } from '../formats/markdown/answer-markdown'
import { MINUTE_MS } from '../limits/units'
import { type MessageKey, say } from './messages'

export type View = {
  ctx: Context
  language: Language
  /** The language as the reader writes dates and numbers: `en-GB`, `fr-CH`. */
  locale: string
  baseUrl: string
  /** Public URL of this page. */
  here: URL
  /** The value of a cookie of the request. */
  cookie: (name: string) => string | undefined
  /** The page answers a form: it is not shown again at its address. */
  answersForm: boolean
  /** Nonce of the Content-Security-Policy, for the scripts of this response. */
  nonce: string
  /** Renders the Markdown of publishers. The texts of a page share a budget; texts beyond it are escaped. */
  markdown: AnswerMarkdown
  say: (key: MessageKey, values?: Record<string, string | number>) => string
  /** Formats a count. */
  number: (value: number) => string
  /** Formats a value of the data: with grouped digits if it is a quantity. */
  figure: (value: number, isQuantity: boolean) => string
  /** Formats an amount of money, with its cents. */
  amount: (value: number) => string
  /** Formats a share between 0 and 1 as a percentage. */
  share: (value: number) => string
  bytes: (value: number) => string
  /** The day of a date, or of an instant in a time zone, by default UTC. */
  date: (iso: string, timeZone?: string) => string
  dateTime: (iso: string, timeZone?: string) => string
  /** The time since a date, in the largest unit that fits. */
  ago: (iso: string) => string
}

/**
 * @param input.requested requested URL; its API key is left out of all links, since links are shared
 * @param input.accepted the `Accept-Language` of the reader
 */
export function createView(
  ctx: Context,
  {
    requested,
    nonce,
    accepted,
    cookie,
    answersForm = false,
  }: {
    requested: URL
    nonce: string
    accepted: string | undefined
    cookie: View['cookie']
    answersForm?: boolean
  },
): View {
  const { language } = ctx
  const locale = localeOf(accepted, language)
  const here = new URL(requested)
  here.searchParams.delete('apiKey')
  const counts = new Intl.NumberFormat(locale)
  const codes = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 })
  const quantities = new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 2 })
  // Never round 99.6 % up to 100 %.
  const nearlyAll = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const days = new Map<string, Intl.DateTimeFormat>()
  const moments = new Map<string, Intl.DateTimeFormat>()
  return {
    ctx,
    language,
    locale,
    baseUrl: ctx.baseUrl,
    here,
    cookie,
    answersForm,
    nonce,
    markdown: new AnswerMarkdown(),
    say: (key, values) => say(language, key, values),
    number: (value) => counts.format(value),
    amount: (value) => amounts.format(value),
    figure: (value, isQuantity) => (isQuantity ? quantities : codes).format(value),
    share: (value) => {
      const isNearlyAll = value > 0.99 && value < 1
      return isNearlyAll ? nearlyAll.format(Math.floor(value * 1_000) / 1_000) : percents.format(value)
    },
    bytes: (value) => sizeText(value, language),
    date: (iso, zone = 'UTC') => {
      // A day of the calendar is the same in all zones.
      const timeZone = iso.length === dayLength ? 'UTC' : zone
      const format = days.get(timeZone) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
      days.set(timeZone, format)
      return written(iso, format)
    },
    dateTime: (iso, timeZone) => {
      // Seconds of data are never left out; those of events are of no use.
      const timeStyle = timeZone !== undefined && /T\d\d:?\d\d:?(?!00)\d\d/.test(iso) ? 'medium' : 'short'
      const name = `${timeStyle} ${timeZone}`
      let format = moments.get(name)
      if (!format) {
        format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle, timeZone: timeZone ?? 'UTC' })
        moments.set(name, format)
      }
      return timeZone === undefined ? `${written(iso, format)} UTC` : written(iso, format)
    },
    ago: (iso) => agoText(ctx.now().getTime() - Date.parse(iso), language),
  }
}

/** Of `2026-01-31`. */
const dayLength = 10

/** The first accepted form of a language, with its region; the language alone where it names none. Pure. */
export function localeOf(accepted: string | undefined, language: Language): string {
  const tags = (accepted ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '')
  const first = tags.find((tag) => tag.toLowerCase().split('-')[0] === language)
  return first && /^[a-z]{2}-[a-z]{2}$/i.test(first) ? first : language
}

function written(iso: string, format: Intl.DateTimeFormat): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.format(date)
}

function sizeText(bytes: number, language: Language): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1_000 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}

const spans: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25 * 24 * 60 * MINUTE_MS],
  ['month', 30.44 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
]

function agoText(elapsedMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, ms] = spans.find(([, length]) => elapsedMs >= length) ?? ['second', 1_000]
  return format.format(-Math.max(0, Math.floor(elapsedMs / ms)), unit)
}
