/** The undo of a change of rows: its actions are sent to `_bulk_lines` as they are read. */
import type { Hono } from 'hono'
import { z } from 'zod'
import type { Dataset } from '../../datasets'
import { countUndone, undoActions } from '../../datasets/lines-api'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { encoded, streamOf } from '../../net/byte-stream'
import { wholeNumber } from '../../net/whole-number'
import { type LineRule, ruleOf } from '../../schema/line-error-texts'
import { writable } from '../edit-rows/values'
import { forward } from '../forward'
import type { PageContext } from '../send'

/** The summary of `_bulk_lines`. */
const summarySchema = z.object({
  nbCreated: z.number(),
  nbModified: z.number(),
  nbDeleted: z.number(),
  nbErrors: z.number(),
  errors: z.array(z.object({ error: z.string() })),
})

/** What the undo of a change did: rows restored, rows that were changed since, rows that the dataset refused. */
export type Undone = { restored: number; kept: number; refused: number }

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
  const actions = undoActions(ctx, dataset.id, {
    ...range,
    keys: writable(dataset.published.schema).map(({ key }) => key),
    hasKey: (dataset.metadata.primaryKey?.length ?? 0) > 0,
  })
  const answer = await forward(
    c,
    app,
    `/api/v1/datasets/${dataset.id}/_bulk_lines?maxErrors=${limits.lines.maxListedErrors}`,
    {
      method: 'POST',
      type: 'application/x-ndjson',
      body: streamOf(encoded(asLines(actions))),
    },
  )
  const summary = summarySchema.safeParse(await answer.clone().json())
  if (!summary.success) return answer
  const { nbCreated, nbModified, nbDeleted, nbErrors, errors } = summary.data
  const outrun = errors.filter(({ error }) => outrunRules.has(ruleOf(error)?.rule)).length
  return {
    restored: nbCreated + nbModified + nbDeleted,
    kept: lines - undone + outrun,
    refused: nbErrors - outrun,
  }
}

/** The rules that refuse an action because somebody has written the row meanwhile. */
const outrunRules: ReadonlySet<LineRule | undefined> = new Set<LineRule>(['idTaken', 'changed', 'missing'])

/** Actions as NDJSON. */
async function* asLines(actions: AsyncIterable<Record<string, unknown>>): AsyncGenerator<string> {
  for await (const action of actions) yield `${JSON.stringify(action)}\n`
}
