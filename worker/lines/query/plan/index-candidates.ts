import type { IndexCandidate, IndexForm } from '../../storage/create-index'
import { foldSql } from '../../storage/fold-for-sorting'
import type { Layout, TablePointer } from '../../storage/layout'
import { foldedIndexName, placeIndexName, tableName, valueIndexName } from '../../storage/table-names'
import { latitudeKey, longitudeKey } from '../position'
import type { Predicate } from '../predicate'
import type { Test } from '../request'
import type { OrderTerm } from './order'
import type { LinesPlan } from './plan'

/** Tests that an index on the value answers. */
const indexable: ReadonlySet<Test['op']> = new Set(['eq', 'gt', 'gte', 'lt', 'lte', 'range', 'in', 'starts'])

/** The indexes that would help a plan: on the columns that it filters on, and on the first that it sorts by. */
export function indexCandidatesOf({ where, order }: Pick<LinesPlan, 'where' | 'order'>): IndexCandidate[] {
  const candidates = where.flatMap(candidatesOfPredicate)
  const [first] = order
  if (first) candidates.push(...indexCandidatesOfOrder(first))
  return [...new Map(candidates.map((candidate) => [candidateText(candidate), candidate])).values()]
}

function candidatesOfPredicate(predicate: Predicate): IndexCandidate[] {
  if (predicate.is === 'all') return predicate.of.flatMap(candidatesOfPredicate)
  if (predicate.is !== 'test' || !indexable.has(predicate.test.op)) return []
  const { key, multiple } = predicate.column
  if (key === latitudeKey || key === longitudeKey) return [{ by: 'place' }]
  return multiple ? [] : [{ by: 'value', key }]
}

function indexCandidatesOfOrder({ by, column }: OrderTerm): IndexCandidate[] {
  if (column.multiple || by === 'line' || by === 'score') return []
  return [{ by: by === 'folded' ? 'folded' : 'value', key: column.key }]
}

/** An index candidate as stored text. */
export const candidateText = (candidate: IndexCandidate): string =>
  candidate.by === 'place' ? 'place' : `${candidate.by}:${candidate.key}`

/** Parses a stored index candidate. */
export function parseCandidate(text: string): IndexCandidate | undefined {
  if (text === 'place') return { by: 'place' }
  const [, by, key] = /^(value|folded):(.+)$/s.exec(text) ?? []
  if (key === undefined) return undefined
  return { by: by === 'folded' ? 'folded' : 'value', key }
}

/** The index of a candidate: undefined when the table has no column for it. */
export function indexFor(
  candidate: IndexCandidate,
  { run, layout }: Pick<TablePointer, 'run' | 'layout'>,
): IndexForm | undefined {
  if (candidate.by === 'place') {
    return layout.located ? indexForm(placeIndexName(run), run, ['_lat', '_lon'], candidate) : undefined
  }
  const column = physical(candidate.key, layout)
  if (!column) return undefined
  if (candidate.by === 'value') return indexForm(valueIndexName(run, column.value), run, [column.value], candidate)
  return indexForm(foldedIndexName(run, column.text), run, [foldSql(column.text, column.ascii), column.text], candidate)
}

function indexForm(name: string, run: string, columns: readonly string[], candidate: IndexCandidate): IndexForm {
  return { name, text: `CREATE INDEX IF NOT EXISTS ${name} ON ${tableName(run)} (${columns.join(',')})`, candidate }
}

function physical(key: string, { places }: Layout): { value: string; text: string; ascii: boolean } | undefined {
  const place = places.find((candidate) => candidate.key === key)
  if (place?.column === undefined || place.multiple) return undefined
  return { value: place.instant ?? place.column, text: place.column, ascii: place.ascii === true }
}
