import type { IndexCandidate, IndexForm } from '../../storage/create-index'
import { foldSql } from '../../storage/fold'
import type { Layout, TablePointer } from '../../storage/layout'
import { foldedIndexName, placeIndexName, tableName, valueIndexName } from '../../storage/table-names'
import { latitudeKey, longitudeKey } from '../position'
import type { Predicate } from '../predicate'
import type { Test } from '../request'
import type { OrderTerm } from './order'
import type { LinesPlan } from './plan'

/** Tests that an index on the value answers. */
const indexable: ReadonlySet<Test['op']> = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'range', 'in', 'starts'])

/** What the plan of a query filters on, and what it sorts on first. */
export function indexCandidatesOf({ where, order }: Pick<LinesPlan, 'where' | 'order'>): IndexCandidate[] {
  const wants = where.flatMap(wantsOfPredicate)
  const [first] = order
  if (first) wants.push(...indexCandidatesOfOrder(first))
  return [...new Map(wants.map((want) => [candidateText(want), want])).values()]
}

function wantsOfPredicate(predicate: Predicate): IndexCandidate[] {
  if (predicate.is === 'all') return predicate.of.flatMap(wantsOfPredicate)
  if (predicate.is !== 'test' || !indexable.has(predicate.test.op)) return []
  const { key, multiple } = predicate.column
  if (key === latitudeKey || key === longitudeKey) return [{ by: 'place' }]
  return multiple ? [] : [{ by: 'value', key }]
}

function indexCandidatesOfOrder({ by, column }: OrderTerm): IndexCandidate[] {
  if (column.multiple || by === 'line' || by === 'score') return []
  return [{ by: by === 'folded' ? 'folded' : 'value', key: column.key }]
}

/** A want as it is stored. */
export const candidateText = (want: IndexCandidate): string =>
  want.by === 'place' ? 'place' : `${want.by}:${want.key}`

/** A stored want. */
export function parseCandidate(text: string): IndexCandidate | undefined {
  if (text === 'place') return { by: 'place' }
  const [, by, key] = /^(value|folded):(.+)$/s.exec(text) ?? []
  if (key === undefined) return undefined
  return { by: by === 'folded' ? 'folded' : 'value', key }
}

/** The index that answers a want: undefined when the lines are not stored so that one could. */
export function indexFor(
  want: IndexCandidate,
  { run, layout }: Pick<TablePointer, 'run' | 'layout'>,
): IndexForm | undefined {
  if (want.by === 'place') {
    return layout.located ? indexForm(placeIndexName(run), run, ['_lat', '_lon'], want) : undefined
  }
  const column = physical(want.key, layout)
  if (!column) return undefined
  if (want.by === 'value') return indexForm(valueIndexName(run, column.value), run, [column.value], want)
  return indexForm(foldedIndexName(run, column.text), run, [foldSql(column.text, column.ascii), column.text], want)
}

function indexForm(name: string, run: string, columns: readonly string[], want: IndexCandidate): IndexForm {
  return { name, text: `CREATE INDEX IF NOT EXISTS ${name} ON ${tableName(run)} (${columns.join(',')})`, want }
}

function physical(key: string, { places }: Layout): { value: string; text: string; ascii: boolean } | undefined {
  const place = places.find((candidate) => candidate.key === key)
  if (place?.column === undefined || place.multiple) return undefined
  return { value: place.instant ?? place.column, text: place.column, ascii: place.ascii === true }
}
