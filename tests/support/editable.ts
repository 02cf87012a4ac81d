import type { BulkSummary as Summary } from '../../worker/lines/write/bulk-summary'
import { type Dataset, read } from './datasets'
import { ask, json, type Sent, send } from './http'
import { eventually } from './wait'

export type Line = { _id: string; _i: number; _updatedAt: string } & Record<string, unknown>
export type { Summary }

export const trees = [
  { key: 'species', type: 'string' },
  { key: 'age', type: 'integer' },
  { key: 'height', type: 'number' },
  { key: 'alive', type: 'boolean' },
  { key: 'planted', type: 'string', format: 'date' },
  { key: 'seen', type: 'string', format: 'date-time' },
  { key: 'tags', type: 'string', separator: ', ' },
]

/** Creates an editable dataset of trees, or of the schema that is said. */
export function createEditable(key: string, said: Record<string, unknown> = {}): Promise<Dataset> {
  const body = { isRest: true, title: 'Trees', schema: trees, ...said }
  return ask<Dataset>('/api/v1/datasets', { key, json: body }, 201)
}

const address = (id: string, lineId?: string) =>
  `/api/v1/datasets/${id}/lines${lineId === undefined ? '' : `/${encodeURIComponent(lineId)}`}`

export const postLine = (id: string, key: string, json: unknown) => send(address(id), { key, json })
export const putLine = (id: string, key: string, lineId: string, json: unknown) =>
  send(address(id, lineId), { key, method: 'PUT', json })
export const patchLine = (id: string, key: string, lineId: string, json: unknown) =>
  send(address(id, lineId), { key, method: 'PATCH', json })
export const deleteLine = (id: string, key: string, lineId: string) =>
  send(address(id, lineId), { key, method: 'DELETE' })
export const getLine = (id: string, key: string, lineId: string, headers: Record<string, string> = {}) =>
  send(address(id, lineId), { key, headers })

/** Sends actions and reads the summary with its status. */
export async function bulk(
  id: string,
  key: string,
  sent: unknown,
  { query = '', ...options }: Sent & { query?: string } = {},
): Promise<{ status: number; summary: Summary }> {
  const body = options.body === undefined ? { json: sent } : {}
  const response = await send(`/api/v1/datasets/${id}/_bulk_lines${query}`, {
    key,
    method: 'POST',
    ...body,
    ...options,
  })
  return { status: response.status, summary: await json<Summary>(response) }
}

/** Waits until what is observed is up to date with the last write. */
export function untilRefreshed(id: string, key: string): Promise<Dataset> {
  return eventually(async () => {
    const dataset = await read(id, key)
    if (!dataset.finalizedAt || !dataset.dataUpdatedAt || dataset.finalizedAt <= dataset.dataUpdatedAt) {
      throw new Error('not refreshed yet')
    }
    return dataset
  })
}
