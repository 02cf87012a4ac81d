import { ask, json, multipart, type Part, type Sent, send } from './http'
import { eventually } from './wait'

export type Dataset = {
  id: string
  slug: string
  title: string
  status: string
  description: string
  href: string
  page: string
  owner: { type: string; id: string; name: string }
  schema: Field[]
  count?: number
  visibility: string
  public: boolean
  userPermissions: string[]
  updatedAt: string
  finalizedAt?: string
  createdAt: string
  dataUpdatedAt?: string
  errorStatus?: string
  bbox?: number[]
  draftReason?: { key: string; message: string; validationMode: string }
  file?: { encoding: string; props?: Record<string, string>; schema: Field[] }
  originalFile?: { name: string; size: number; mimetype: string; md5?: string }
} & Record<string, unknown>

export type Field = { key: string; type: string; format?: string; enum?: unknown[] } & Record<string, unknown>
export type Lines = { total?: number; next?: string; results: Record<string, unknown>[] }
export type JournalEvent = { type: string; data?: string; code?: string; draft?: true; href?: string; date: string }

export type Upload = {
  key: string
  /** Replaces or creates at this id. */
  id?: string
  method?: 'POST' | 'PUT'
  fileName?: string
  query?: string
  parts?: Part[]
  sent?: Sent
}

/** Sends a file and returns the response. */
export function post(content: string | Uint8Array, upload: Upload): Promise<Response> {
  const { key, id, fileName = 'places.csv', query = '', parts = [], method = 'POST' } = upload
  const form = multipart([...parts, { name: 'file', value: content, fileName }])
  return send(`/api/v1/datasets${id ? `/${id}` : ''}${query}`, { key, method, ...form, ...upload.sent })
}

/** Sends a file that must be accepted. */
export async function upload(content: string | Uint8Array, options: Upload): Promise<Dataset> {
  const response = await post(content, options)
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
  return json<Dataset>(response)
}

export const read = (id: string, key?: string, query = '') => ask<Dataset>(`/api/v1/datasets/${id}${query}`, { key })
export const lines = (id: string, query: string, key?: string) =>
  ask<Lines>(`/api/v1/datasets/${id}/lines?${query}`, { key })
/** The journal in English; without `accept-language` it is in French. */
export const journal = (id: string, key?: string) =>
  ask<JournalEvent[]>(`/api/v1/datasets/${id}/journal`, { key, headers: { 'accept-language': 'en' } })

/** Waits until the processing of a dataset ends. */
export function untilSettled(id: string, key: string, query = ''): Promise<Dataset> {
  return eventually(async () => {
    const dataset = await read(id, key, query)
    if (dataset.status !== 'finalized' && dataset.status !== 'error') throw new Error(`still ${dataset.status}`)
    return dataset
  })
}

/** Waits until a dataset is finalized; throws the journal of a failed one. */
export async function untilFinalized(id: string, key: string, query = ''): Promise<Dataset> {
  const dataset = await untilSettled(id, key, query)
  if (dataset.status === 'error') throw new Error(JSON.stringify((await journal(id, key))[0]))
  return dataset
}

/** Waits for an event in the journal. */
export function untilJournaled(id: string, key: string, type: string, times = 1): Promise<JournalEvent[]> {
  return eventually(async () => {
    const events = await journal(id, key)
    if (events.filter((event) => event.type === type).length < times) throw new Error(`no ${type} yet`)
    return events
  })
}

/** Uploads and waits. */
export async function publish(content: string | Uint8Array, options: Upload): Promise<Dataset> {
  return untilFinalized((await upload(content, options)).id, options.key)
}

/** Publishes the draft of a dataset (`POST`), or cancels it (`DELETE`). */
export const decideDraft = (id: string, method: 'POST' | 'DELETE', key: string): Promise<Response> =>
  send(`/api/v1/datasets/${id}/draft`, { method, key, headers: { 'content-length': '0' } })

/** Makes a dataset readable by all. */
export async function open(id: string, key: string): Promise<void> {
  const json = [{ classes: ['list', 'read'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
}
