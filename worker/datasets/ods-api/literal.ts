import { SyntaxFault, type TokenReader } from './tokens'

/** A literal as the text of a filter value; null for `null`. Dates may contain slashes. */
export function literalText(reader: TokenReader, { now }: { now: Date }): string | null {
  const token = reader.next()
  if (token.is === 'text') return token.text
  if (token.is === 'number') return token.text
  if (token.is === 'date')
    return token.text.replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, (_, y, m, d) => `${y}-${two(m)}-${two(d)}`)
  if (token.is === 'name') {
    switch (token.text.toLowerCase()) {
      case 'true':
      case 'false':
        return token.text.toLowerCase()
      case 'null':
        return null
      case 'now':
        reader.need('(')
        return nowText(reader, now)
    }
  }
  throw new SyntaxFault(`a value is expected at ${token.at + 1}: texts are in quotes`)
}

const two = (number: string): string => number.padStart(2, '0')

const setters = {
  year: (date: Date, value: number) => date.setUTCFullYear(value),
  month: (date: Date, value: number) => date.setUTCMonth(value),
  day: (date: Date, value: number) => date.setUTCDate(value),
  hour: (date: Date, value: number) => date.setUTCHours(value),
  minute: (date: Date, value: number) => date.setUTCMinutes(value),
  second: (date: Date, value: number) => date.setUTCSeconds(value),
} as const
const getters = {
  year: (date: Date) => date.getUTCFullYear(),
  month: (date: Date) => date.getUTCMonth(),
  day: (date: Date) => date.getUTCDate(),
  hour: (date: Date) => date.getUTCHours(),
  minute: (date: Date) => date.getUTCMinutes(),
  second: (date: Date) => date.getUTCSeconds(),
} as const

/** `now()`, `now(year=-20)`, `now(day=+1)`, `now(year=2000)`: a signed value is added to the part, an unsigned value replaces it. */
function nowText(reader: TokenReader, now: Date): string {
  const date = new Date(now)
  while (!reader.take(')')) {
    const name = reader.name().replace(/s$/, '')
    const part = Object.keys(setters).find((candidate): candidate is keyof typeof setters => candidate === name)
    if (!part) throw new SyntaxFault(`"${name}" is no part of a date`)
    reader.need('=')
    const isMore = reader.take('+')
    const value = reader.number()
    if (isMore || value < 0) setters[part](date, getters[part](date) + value)
    else setters[part](date, part === 'month' ? value - 1 : value)
    reader.take(',')
  }
  if (Number.isNaN(date.getTime())) throw new SyntaxFault('this date does not exist')
  return date.toISOString()
}
