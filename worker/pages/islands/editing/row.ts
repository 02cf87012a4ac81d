/** A row of the grid, and the changes of rows. Pure. */
import { newValues, type Value, type Values } from './values'

export type Row = {
  /** The `_id`, chosen here for a new row until the service has computed it from the primary key. */
  id: string
  values: Record<string, Value>
  /** The values in the store; undefined for a row that is not there. */
  stored: Values | undefined
  /** `_updatedAt` of the stored values. */
  updatedAt: string | undefined
  /** Its place among the rows, in the order of their creation: a row that is stored again keeps it. */
  created?: number | undefined
  /** It is behind the rows that are not loaded. */
  isOfEnd?: boolean
  /** Of a conflict: who wrote the version of the service, where the reader may know it. */
  author?: { name: string | undefined; version: string }
  /** The values that someone else gave to cells that were changed here too. */
  theirs: Record<string, Value>
  /** Someone else deleted the row, which was changed here. */
  isGone: boolean
  /** It was deleted here, which waits: someone else changed it meanwhile. */
  isDeleted: boolean
  /** Why the service refused the row as it is. */
  refusal: string | undefined
}

export type Change =
  // `theirs`: the value that someone else gave to the cell while it was edited.
  | { is: 'set'; id: string; key: string; before: Value; after: Value; theirs?: Value }
  | { is: 'insert'; at: number; rows: Row[] }
  | { is: 'remove'; at: number; rows: Row[] }

/** A row as the service has it. */
export type StoredRow = { id: string; updatedAt: string; values: Values; created?: number | undefined }

export const newRow = (id: string, values: Values = {}): Row => ({
  id,
  values: newValues(values),
  stored: undefined,
  updatedAt: undefined,
  theirs: newValues(),
  isGone: false,
  isDeleted: false,
  refusal: undefined,
})

/** The row of the grid for a row of the service. */
export const rowOf = ({ id, values, updatedAt, created }: StoredRow): Row => ({
  ...newRow(id, values),
  stored: values,
  updatedAt,
  created,
})

/** Where a row is among rows in the order of creation: before the first of the later ones, which are at the end. */
export function placeAmong(list: readonly Row[], created = Number.POSITIVE_INFINITY): number {
  let place = list.length
  for (let at = list.length - 1; at >= 0; at--) {
    const other = list[at]?.created
    if (other === undefined) continue
    if (other < created) break
    place = at
  }
  return place
}

/** The last place among rows in the order of creation. */
export const lastPlace = (list: readonly Row[]): number =>
  list.findLast(({ created }) => created !== undefined)?.created ?? 0

/** The change that takes a change back. */
export function inverse(change: Change): Change {
  switch (change.is) {
    case 'set': {
      const { theirs: _, ...set } = change
      return { ...set, before: change.after, after: change.before }
    }
    case 'insert':
      return { ...change, is: 'remove' }
    case 'remove':
      return { ...change, is: 'insert' }
  }
}
