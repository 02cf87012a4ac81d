/** The inputs of a bulk search. Pure. */
import type { Match } from '../../lines'
import { roleOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { BulkSearch, SearchInput } from './definition'

/** How each input matches lines. @param fields of the dataset; a search over columns that are gone matches nothing */
export function inputMatches({ input }: BulkSearch, fields: readonly Field[]): Match[] {
  return input.map((one): Match => {
    if (one.type === 'equals') return { type: 'equals', key: one.property.key }
    if (one.type === 'geo-distance') return { type: 'distance', metres: one.distance }
    return { type: 'interval', ...(intervalOf(fields) ?? { start: '', end: '' }) }
  })
}

/** The key of an input in the rows that are sent. */
export const inputKey = ({ property }: SearchInput): string => property.key

/** The columns of the start and the end of an interval of dates. */
export function intervalOf(fields: readonly Field[]): { start: string; end: string } | undefined {
  const named = (role: 'startDate' | 'endDate') =>
    fields.find((field) => roleOf(field['x-refersTo'] ?? '') === role)?.key
  const [start, end] = [named('startDate'), named('endDate')]
  return start !== undefined && end !== undefined ? { start, end } : undefined
}
