import { type Reading, readTemporal, temporalKinds } from '../dates/detected-dates'
import { writtenNotation } from '../dates/written-date'

/**
 * The notation of most dates of a column that has other values too. Pure.
 *
 * @param values texts with the number of cells that have them
 * @returns undefined for ISO 8601, and where no value is a date
 */
export function dateNotation(
  format: 'date' | 'date-time',
  values: readonly (readonly [string, number])[],
): string | undefined {
  const reading: Reading = { number: Number.NaN }
  const cells = new Map<number, number>()
  for (const [text, count] of values) {
    const bit = readTemporal(text.trim(), reading)
    cells.set(bit, (cells.get(bit) ?? 0) + count)
  }
  const kinds = temporalKinds.filter((kind) => kind.format === format && cells.has(kind.bit))
  const [most] = kinds.toSorted((one, other) => (cells.get(other.bit) ?? 0) - (cells.get(one.bit) ?? 0))
  return most ? most.pattern : format === 'date' ? writtenNotation(values) : undefined
}
