/** Reading values of JSON whose shape is not known. Pure. */

export type Json = Record<string, unknown>

/** The members of an object, without inherited ones: a column may be called `constructor`. */
export function objectOf(value: unknown): Json {
  return Object.assign(Object.create(null), Array.isArray(value) ? {} : value)
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A text that is not empty. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

/** A whole number between two bounds; `absent` when it is no number. */
export const wholeOf = (value: unknown, absent: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Math.round(finiteNumber(value) ?? absent)))

/** One of some texts; the first when it is none of them. */
export function oneOf<Name extends string>(value: unknown, names: readonly [Name, ...Name[]]): Name {
  return names.find((name) => name === value) ?? names[0]
}
