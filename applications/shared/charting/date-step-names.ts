/** The names of the steps of dates. Pure. */
import type { Step } from './chart'

/** The name of the step that begins on a day, as readers of a locale write it: `Mar 2024`, `Q1 2024`, `2024`. */
export function stepName(day: string, step: Step, locale: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date)
  if (step === 'year') return String(date.getUTCFullYear())
  if (step === 'quarter') {
    return `${locale.startsWith('fr') ? 'T' : 'Q'}${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`
  }
  if (step === 'month') return format({ month: 'short', year: 'numeric' })
  return format({ day: 'numeric', month: 'short', year: 'numeric' })
}
