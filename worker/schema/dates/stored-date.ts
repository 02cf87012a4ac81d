/** `storedDate`: a date that people write, as it is stored: `31/01/2026` and `31 janvier 2026` become `2026-01-31`. Pure. */
import { DAY_MS } from '../../limits/units'
import { isoDate } from './calendar'
import { readTemporal, rfc3339Bit, temporalKinds } from './detected-dates'
import { writtenDate } from './written-date'

/** @returns the text as it is where it is not such a date: rules report it */
export function storedDate(format: 'date' | 'date-time', text: string): string {
  const reading = { number: Number.NaN }
  const bit = readTemporal(text, reading)
  const kind = temporalKinds.find((one) => one.bit === bit)
  if (!kind || Number.isNaN(reading.number)) return (format === 'date' && writtenDate(text)) || text
  if (format === 'date') return kind.format === 'date' ? isoDate(Math.floor(reading.number / DAY_MS)) : text
  if (bit === rfc3339Bit) return text
  // A local time: the service adds the offset of the time zone of the column.
  return new Date(reading.number).toISOString().slice(0, 19)
}
