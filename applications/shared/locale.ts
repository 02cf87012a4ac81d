/** The language of the reader, and values written in it. Pure. */
import type { Field } from './application'
import { isCode } from './charting/column'

export type Language = 'en' | 'fr'

/** That of the cookie `i18n_lang`, else the first of the languages of the browser that is spoken here. */
export function languageOf(cookies: string, preferred: readonly string[]): Language {
  const chosen = /(?:^|;\s*)i18n_lang=(\w+)/.exec(cookies)?.[1]
  const codes = [...(chosen ? [chosen] : []), ...preferred].map((code) => code.slice(0, 2).toLowerCase())
  return codes.find((code): code is Language => code === 'en' || code === 'fr') ?? 'en'
}

/** The first form of a language that the browser prefers, with its region; the language alone where it names none. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const first = preferred.find((tag) => tag.toLowerCase().split('-')[0] === language)
  return first && /^[a-z]{2}-[a-z]{2}$/i.test(first) ? first : language
}

/** A text with its values: `{n} rows`. */
export function interpolate(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The zone of columns that name none, as in the service. */
const usualZone = 'Europe/Paris'

export type Formats = {
  language: Language
  /** The language as the reader writes dates and numbers: `en-GB`. */
  locale: string
  number: (value: number) => string
  /** With a suffix for thousands and millions, for axes and small places; as all ticks of an axis of which `largest` is one. */
  compact: (value: number, largest?: number) => string
  /** A value of a column, as the pages of datasets write it: times in the zone of the column. */
  value: (field: Field, value: unknown) => string
  /** One of two texts by the number `n` that it is about. */
  plural: (count: number, one: string, other: string) => string
}

export function formatsOf(language: Language, locale: string = language): Formats {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const small = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  // As pages write values: all their decimals, and codes without separators.
  const quantity = new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
  const code = new Intl.NumberFormat(locale, { maximumFractionDigits: 10, useGrouping: false })
  const minute = (timeZone = usualZone) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const plurals = new Intl.PluralRules(language)
  const numberText = (value: number) => (value !== 0 && Math.abs(value) < 0.1 ? small : number).format(value)
  return {
    language,
    locale,
    number: numberText,
    compact: (value, largest = value) =>
      Math.max(Math.abs(value), Math.abs(largest)) < 10_000 ? numberText(value) : compact.format(value),
    plural: (count, one, other) => interpolate(plurals.select(count) === 'one' ? one : other, { n: numberText(count) }),
    value: (field, value) => {
      if (value === undefined || value === null || value === '') return ''
      if (Array.isArray(value)) return value.map(String).join(', ')
      const text = String(value)
      const label = field.labels.get(text)
      if (label !== undefined) return label
      if (field.type === 'boolean') return yesNo[language][text === 'true' || text === '1' ? 1 : 0]
      if (typeof value === 'number') return (isCode(field) ? code : quantity).format(value)
      if (field.format === 'date' && isDate(text)) return day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`))
      if (field.format === 'date-time' && isDate(text)) return minute(field.timeZone).format(new Date(text))
      return text
    },
  }
}

const yesNo: Record<Language, [string, string]> = { en: ['No', 'Yes'], fr: ['Non', 'Oui'] }
const isDate = (text: string) => !Number.isNaN(Date.parse(text))
