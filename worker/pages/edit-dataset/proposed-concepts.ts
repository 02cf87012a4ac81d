import type { FieldStatistics } from '../../datasets'
import type { Field } from '../../schema/field'
import { type Proposal, proposals } from '../../schema/proposals/propose-concepts'

/** The concepts and types that the names and frequent values of published columns suggest, by key. Pure. */
export const proposedFor = (
  schema: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
): Map<string, Proposal> =>
  proposals(
    schema.map((field) => {
      const known = statistics.get(field.key)
      return { field, statistics: known, values: known?.frequent.map(([value]) => value) ?? [] }
    }),
  )
