/** Texts of the service as they are printed. Pure. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './limits/units'

const noBreak = '\u00a0'
const narrowNoBreak = '\u202f'

/**
 * A text with typographic apostrophes and, as French has them, no-break spaces: narrow ones before `;`, `!`, `?` and `%` and
 * inside guillemets, wide ones before `:`. What is in straight quotes is a name or code, and stays.
 */
export function typeset(text: string): string {
  return text.replace(/"[^"]*"|(?<=[\p{L}}])'(?=[\p{L}\d{"«])| (?=[;!?%»])|(?<=«) | (?=:)/gu, (found, at: number) => {
    if (found === "'") return '’'
    if (found !== ' ') return found
    return text[at + 1] === ':' ? noBreak : narrowNoBreak
  })
}

/** A duration in the largest unit that divides it: `10 minutes`, `1 heure`. */
export function durationText(ms: number, language: string): string {
  const [unit, unitMs] =
    ms % DAY_MS === 0
      ? (['day', DAY_MS] as const)
      : ms % HOUR_MS === 0
        ? (['hour', HOUR_MS] as const)
        : (['minute', MINUTE_MS] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / unitMs)
}
