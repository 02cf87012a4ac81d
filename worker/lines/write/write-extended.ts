/**
 * Updates the values of extensions in editable lines, in slices; readers and writers use the lines meanwhile. The progress is stored with
 * the lines, in the batch of each slice: a slice that is delivered twice, or to two workers at once, is written once.
 */
import { limits } from '../../limits'
import { epochMs } from '../../schema/coerce'
import type { Field } from '../../schema/field'
import type { FieldPlacement, TablePointer } from '../storage/layout'
import { inParts } from '../storage/row-encoder'
import { searchName, stateName, tableName } from '../storage/table-names'
import { decodedColumns, lineDecoder, type TableRow } from './encode'
import type { LineValue, LineValues } from './line'

/**
 * Claims the update of a table for a revision of its description: starts it, or resumes it.
 *
 * @returns the `_i` up to which lines are updated; undefined while another worker has the claim
 */
export async function claimExtension(
  db: D1Database,
  run: string,
  { revision, now }: { revision: number; now: Date },
): Promise<number | undefined> {
  const row = await db
    .prepare(
      `UPDATE ${stateName(run)} SET revision=max(revision,?1),extending=?1,` +
        `extendedTo=CASE WHEN extending=?1 THEN extendedTo ELSE 0 END,extendUntil=?3 ` +
        `WHERE coalesce(extendUntil,0)<=?2 OR extending IS NOT ?1 RETURNING extendedTo`,
    )
    .bind(revision, now.getTime(), now.getTime() + limits.processing.leaseMs)
    .first<{ extendedTo: number }>()
  return row?.extendedTo
}

/** Ends a claim: the update is done, or handed over. */
export async function releaseExtension(db: D1Database, run: string, revision: number): Promise<void> {
  await db
    .prepare(`UPDATE ${stateName(run)} SET extendUntil=0 WHERE extending=?1`)
    .bind(revision)
    .run()
}

/** The lines after a number, without the values of extensions. */
export async function linesToExtend(
  db: D1Database,
  pointer: TablePointer,
  { fields, after, size }: { fields: readonly Field[]; after: number; size: number },
): Promise<{ i: number; id: string; values: LineValues }[]> {
  const select = `SELECT ${decodedColumns(pointer.layout).join(',')} FROM ${tableName(pointer.run)} WHERE _i>?1 ORDER BY _i LIMIT ?2`
  const { results } = await db.prepare(select).bind(after, size).all<TableRow>()
  const decode = lineDecoder(pointer.layout, fields)
  const own = new Set(fields.flatMap(({ key, 'x-extension': extension }) => (extension ? [] : key)))
  return results.map((row) => {
    const { i, id, values } = decode(row)
    return { i, id, values: Object.fromEntries(Object.entries(values).filter(([key]) => own.has(key))) }
  })
}

/**
 * Writes the values of a slice, and extends the claim.
 *
 * @returns false, and nothing is written, when the slice was written before, or the description has changed
 * @param slice.lines each with every value of the extensions: an absent one is written as NULL
 */
export async function writeExtended(
  db: D1Database,
  { run, layout }: TablePointer,
  slice: {
    revision: number
    now: Date
    after: number
    to: number
    keys: readonly string[]
    lines: readonly { i: number; values: LineValues }[]
  },
): Promise<boolean> {
  const { revision, after, to, keys, lines, now } = slice
  const places = layout.places.filter(({ key }) => keys.includes(key))
  const [table, search, state] = [tableName(run), searchName(run), stateName(run)]
  const rows = lines.map(({ i, values }) => [i, ...places.flatMap((place) => cellsOf(place, values[place.key]))])
  const assignments = assignmentsOf(places)
  const searched = layout.searchable.join(',')
  const isCurrent = `(SELECT 1 FROM ${state} WHERE extending=?2 AND extendedTo=?3 AND closed=0 AND revision=?2)`
  const ours = `_i IN (SELECT value->>0 FROM json_each(?1)) AND ${isCurrent}`
  const statements = inParts(rows).flatMap((part) => {
    const bound = (text: string) => db.prepare(text).bind(part, revision, after)
    const update = bound(
      `UPDATE ${table} SET ${assignments} FROM json_each(?1) AS j WHERE ${table}._i=j.value->>0 AND ${isCurrent}`,
    )
    if (!searched) return [update]
    return [
      bound(
        `INSERT INTO ${search} (${search},rowid,${searched}) SELECT 'delete',_i,${searched} FROM ${table} WHERE ${ours}`,
      ),
      update,
      bound(`INSERT INTO ${search} (rowid,${searched}) SELECT _i,${searched} FROM ${table} WHERE ${ours}`),
    ]
  })
  const results = await db.batch([
    ...statements,
    db
      .prepare(
        // The lines change without a write of a client: a longer token invalidates cached responses.
        `UPDATE ${state} SET extendedTo=?3,extendUntil=?4,token=coalesce(token,'')||'.' ` +
          `WHERE extending=?1 AND extendedTo=?2 AND closed=0 AND revision=?1`,
      )
      .bind(revision, after, to, now.getTime() + limits.processing.leaseMs),
  ])
  return (results.at(-1)?.meta.changes ?? 0) > 0
}

/** Cells of a field in a row: its value, and its instant. */
function cellsOf({ instant }: FieldPlacement, value: LineValue | undefined): unknown[] {
  const cell = value ?? null
  if (instant === undefined) return [cell]
  const time = typeof cell === 'string' ? epochMs(cell) : Number.NaN
  return [cell, Number.isNaN(time) ? null : time]
}

function assignmentsOf(places: readonly FieldPlacement[]): string {
  const assignments: string[] = []
  const more: string[] = []
  let at = 1
  for (const { column, instant, more: position } of places) {
    if (column !== undefined) assignments.push(`${column}=j.value->>${at}`)
    else more.push(`'$[${position}]',json(j.value->${at})`)
    at++
    if (instant !== undefined) assignments.push(`${instant}=j.value->>${at++}`)
  }
  if (more.length > 0) assignments.push(`_more=json_set(_more,${more.join(',')})`)
  return assignments.join(',')
}
