/** The history of the rows of an editable dataset, and the undo of a change. */
import { Hono } from 'hono'
import { z } from 'zod'
import { type Dataset, loadDataset } from '../../datasets'
import { readChanges, readDifferences } from '../../datasets/lines-api'
import { Problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { readForm } from '../form'
import { readStoredOutcome, storeOutcomeOf } from '../outcome'
import { sendPage, viewOf } from '../send'
import type { View } from '../view'
import { NoHistoryPage } from './no-history'
import { HistoryPage } from './page'
import { type Undone, undoChange } from './undo-change'

const numberSchema = z.coerce.number().int().positive().optional().catch(undefined)
export function historyPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/history', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'readRevisions')
    if (dataset.nature !== 'rest') return sendPage(c, view, <NoHistoryPage view={view} dataset={dataset} />)
    const read = await changesOf(view, dataset).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'history-off') return undefined
      throw error
    })
    if (!read) return sendPage(c, view, <NoHistoryPage view={view} dataset={dataset} />)
    const undone = await readStoredOutcome<Undone>(
      view,
      placeOf(dataset.id),
      view.here.searchParams.get('undone') ?? '',
    )
    return sendPage(c, view, <HistoryPage view={view} dataset={dataset} {...read} undone={undone} />)
  })

  routes.post('/dataset/:id/history', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'bulkLines')
    const undone = await undoChange(c, app, { dataset, form })
    if (undone instanceof Response) return undone
    const query = new URLSearchParams({ undone: await storeOutcomeOf(view, placeOf(dataset.id), undone) })
    return c.redirect(`${view.baseUrl}/dataset/${dataset.id}/history?${query}`, 303)
  })

  return routes
}

const placeOf = (dataset: string): string => `undo-outcomes/${dataset}`

/** The change that the address names with all its rows, or a page of changes with some of theirs. */
async function changesOf({ ctx, here: { searchParams } }: View, { id }: Dataset) {
  const [first, last] = [numberSchema.parse(searchParams.get('first')), numberSchema.parse(searchParams.get('last'))]
  const isOne = first !== undefined && last !== undefined
  const start = isOne ? last + 1 : numberSchema.parse(searchParams.get('before'))
  const { changes: read, before } = await readChanges(ctx, id, start)
  const changes = isOne ? read.slice(0, 1) : read
  const size = isOne ? limits.pages.differences : limits.pages.differencesOfChange
  const differences = await readDifferences(ctx, id, { ranges: changes, size })
  return {
    isOne,
    changes: changes.map((change, at) => ({ ...change, differences: differences[at] ?? [] })),
    ...(isOne ? {} : { before }),
  }
}
