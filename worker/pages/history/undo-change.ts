/** The undo of a change of rows: its actions are sent to `_bulk_lines` as they are read. */
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Dataset } from '../../datasets'
import { countUndone, undoActions } from '../../datasets/lines-api'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { encoded, streamOf } from '../../net/byte-stream'
import { wholeNumber } from '../../net/whole-number'
import type { Field } from '../../schema/field'
import { type LineRule, ruleOf } from '../../schema/line-error-texts'
import { ownValue } from '../../schema/own-value'
import { writable } from '../edit-rows/values'
import { forward } from '../forward'
import type { PageContext } from '../send'
import { namingField } from '../table/row-label'

/** The summary of `_bulk_lines`. */
const summarySchema = z.object({
  nbCreated: z.number(),
  nbModified: z.number(),
  nbDeleted: z.number(),
  nbErrors: z.number(),
  errors: z.array(z.object({ line: z.number(), error: z.string() })),
})

/** A row that the dataset refused: its name, and the reasons as the API writes them. */
type RefusedRow = { name: string; error: string }
/** What the undo of a change did: rows restored, rows that were changed since, rows that the dataset refused and some of these. */
export type Undone = { restored: number; kept: number; refused: number; rows: RefusedRow[] }

/**
 * @param form `first` and `last`: the numbers of the revisions of the change
 * @returns a response of the API that is not a summary
 * @throws `parameter-invalid`, `history-off`
 */
export async function undoChange(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { dataset, form }: { dataset: Dataset; form: URLSearchParams },
): Promise<Undone | Response> {
  const ctx = c.get('ctx')
  const [first, last] = ['first', 'last'].map((name) => wholeNumber(name, form.get(name) ?? ''))
  const range = { first: first ?? 0, last: last ?? 0 }
  const { lines, undone } = await countUndone(ctx, dataset.id, range)
  const names: string[] = []
  const fields = writable(dataset.published.schema)
  const actions = undoActions(ctx, dataset.id, {
    ...range,
    keys: fields.map(({ key }) => key),
    hasKey: (dataset.metadata.primaryKey?.length ?? 0) > 0,
  })
  const answer = await forward(
    c,
    app,
    `/api/v1/datasets/${dataset.id}/_bulk_lines?maxErrors=${limits.lines.maxListedErrors}`,
    {
      method: 'POST',
      type: 'application/x-ndjson',
      body: streamOf(
        encoded(
          asLines(actions, (action) => names.length < limits.pages.namedRows && names.push(rowName(fields, action))),
        ),
      ),
    },
  )
  const summary = summarySchema.safeParse(await answer.clone().json())
  if (!summary.success) return answer
  const { nbCreated, nbModified, nbDeleted, nbErrors, errors } = summary.data
  const isOutrun = ({ error }: { error: string }) => outrunRules.has(ruleOf(error)?.rule)
  const outrun = errors.filter(isOutrun).length
  const refused = errors.filter((error) => !isOutrun(error)).slice(0, limits.pages.refusedRows)
  return {
    restored: nbCreated + nbModified + nbDeleted,
    kept: lines - undone + outrun,
    refused: nbErrors - outrun,
    rows: refused.map(({ line, error }) => ({ name: names[line] ?? '', error })),
  }
}

/** The rules that refuse an action because somebody has written the row meanwhile. */
const outrunRules: ReadonlySet<LineRule | undefined> = new Set<LineRule>(['idTaken', 'changed', 'missing'])

/** The value that names a row: that of its label, else its first text, else its id. */
function rowName(fields: readonly Field[], action: Record<string, unknown>): string {
  const label = namingField(fields)
  const name = (label && ownValue(action, label.key)) ?? action._id ?? ''
  return String(name).slice(0, limits.pages.maxRowName)
}

/** Actions as NDJSON. @param name called with each of them */
async function* asLines(
  actions: AsyncIterable<Record<string, unknown>>,
  name: (action: Record<string, unknown>) => unknown,
): AsyncGenerator<string> {
  for await (const action of actions) {
    name(action)
    yield `${JSON.stringify(action)}\n`
  }
}
