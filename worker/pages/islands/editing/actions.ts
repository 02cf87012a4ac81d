/** The actions of `_bulk_lines` for the changes of the rows, and their response. Pure. */
import type { Row } from './row'
import type { Rows } from './rows'
import type { Value } from './values'

/** An action, with the row and the values that are stored once it is done. */
export type RowAction = {
  row: Row
  kind: 'create' | 'patch' | 'delete'
  values: Record<string, Value>
  body: Record<string, unknown>
}

/**
 * The actions that can be sent: cells that are invalid or in conflict wait, and new rows wait until all their cells are valid.
 *
 * @param hasKey ids are computed from the values: the service makes those of new rows
 */
export function rowActions(rows: Rows, hasKey: boolean): RowAction[] {
  const deletions = [...rows.removed.values()].map(deletion)
  const placeOf = creationPlaces(rows.list)
  const writes = rows.list.flatMap((row, at): RowAction[] => {
    if (row.refusal !== undefined || row.isGone || row.isDeleted) return []
    if (!row.stored) {
      if (rows.isEmpty(row) || rows.columns.some((column) => rows.problem(row, column))) return []
      const values = { ...row.values }
      const created = row.created ?? placeOf(at)
      return [
        {
          row,
          kind: 'create',
          values,
          body: {
            ...sent(values),
            ...(hasKey ? { _action: 'create' } : { _id: row.id }),
            ...(created === undefined ? {} : { _created: created }),
          },
        },
      ]
    }
    // A row without values is none.
    if (rows.isEmpty(row)) return rows.hasConflict(row) ? [] : [deletion(row)]
    const keys = rows.changedKeys(row)
    if (keys.length === 0) return []
    const byKey = new Map(rows.columns.map((column) => [column.key, column]))
    const sendable = keys.filter((key) => {
      const column = byKey.get(key)
      return column && !Object.hasOwn(row.theirs, key) && !rows.problem(row, column)
    })
    if (sendable.length === 0) return []
    const values = Object.fromEntries(sendable.map((key) => [key, row.values[key]]))
    return [
      {
        row,
        kind: 'patch',
        values,
        body: { ...sent(values), _action: 'patch', _id: row.id, _ifUpdatedAt: row.updatedAt },
      },
    ]
  })
  return [...deletions, ...writes]
}

/**
 * The place, in the order of creation, of a row that is stored after rows below it: that of the row above it, which it then follows. Undefined
 * for rows at the end, and in another order.
 */
function creationPlaces(list: readonly Row[]): (at: number) => number | undefined {
  const places = list.map(({ stored, created }) => (stored ? created : undefined))
  let last: number | undefined
  const above = places.map((place) => {
    const before = last
    last = place ?? last
    return before
  })
  last = undefined
  const below = places
    .toReversed()
    .map((place) => {
      const after = last
      last = place ?? last
      return after
    })
    .reverse()
  return (at) => {
    const [before, after] = [above[at], below[at]]
    if (after === undefined) return undefined
    if (before === undefined) return after > 1 ? after - 1 : undefined
    return before < after ? before : undefined
  }
}

const deletion = (row: Row): RowAction => ({
  row,
  kind: 'delete',
  values: {},
  body: { _action: 'delete', _id: row.id, _ifUpdatedAt: row.updatedAt },
})

/** The values to send: null removes a value. */
const sent = (values: Readonly<Record<string, Value>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null]))

/** The response of `_bulk_lines`: a summary, or a problem with its `code`. */
export type Summary = {
  nbOk?: number
  errors?: { line: number; error: string; status: number }[]
  detail?: string
  code?: string
}

/** Problems of a request that end by themselves: it is sent again. */
export const passingProblems: ReadonlySet<string> = new Set([
  'rate-exceeded',
  'query-time-exceeded',
  'bandwidth-exceeded',
  'status-incompatible',
  'lines-contended',
])

/** The body of a response; undefined when there is none, or it was cut. */
export const jsonOf = async (response: Response | undefined): Promise<unknown> =>
  response?.json().catch(() => undefined)
