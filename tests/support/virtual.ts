/** Virtual datasets. */
import { type Dataset, untilFinalized } from './datasets'
import { ask, type Sent, send } from './http'

export type Virtual = { children: string[]; filters?: unknown; filterActiveAccount?: boolean }

/** The body of a creation. */
export const virtualBody = (keys: readonly string[], virtual: Virtual) => ({
  isVirtual: true,
  title: 'All of them',
  schema: keys.map((key) => ({ key })),
  virtual,
})

/** Sends a creation. */
export const postVirtual = (sent: Sent, keys: readonly string[], virtual: Virtual): Promise<Response> =>
  send('/api/v1/datasets', { ...sent, method: 'POST', json: virtualBody(keys, virtual) })

/** Creates a virtual dataset, and waits until it is finalized. */
export async function createVirtual(key: string, keys: readonly string[], virtual: Virtual): Promise<Dataset> {
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: virtualBody(keys, virtual) }, 201)
  return untilFinalized(id, key)
}
