// Publishing a file through the API, and the time it takes.
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spentBy } from './processes.mjs'

/** Asks the service something that must succeed, and parses the answer. The error of a refusal has its `status`. */
export async function ask({ url, apiKey }, path, { json, ...init } = {}) {
  const headers = { 'x-apikey': apiKey, ...(json === undefined ? {} : { 'content-type': 'application/json' }) }
  const body = json === undefined ? init.body : JSON.stringify(json)
  const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers, body })
  const text = await answer.text()
  if (!answer.ok) {
    const message = `${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 1_000)}`
    throw Object.assign(new Error(message), { status: answer.status })
  }
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * Uploads a file and waits until the dataset is finalized.
 *
 * @param options.id the address that the dataset takes
 * @returns the dataset, ms of the upload until its 201, and ms and processor time from there to finalized
 */
export async function publish(server, path, { id: chosen, everyMs = 200 } = {}) {
  const form = new FormData()
  form.set('file', await openAsBlob(path), basename(path))
  const started = performance.now()
  const { id } = await ask(server, `/datasets${chosen ? `/${chosen}` : ''}`, { method: 'POST', body: form })
  const [accepted, before] = [performance.now(), spentBy(server.pid)]
  const dataset = await untilFinalized(server, id, everyMs)
  const finalizeMs = performance.now() - accepted
  return { dataset, uploadMs: accepted - started, finalizeMs, finalizeCpu: spentBy(server.pid) - before }
}

/** Waits until the queue has finalized a dataset. */
export async function untilFinalized(server, id, everyMs = 200) {
  for (;;) {
    const dataset = await ask(server, `/datasets/${id}`)
    if (dataset.status === 'finalized') return dataset
    if (dataset.status === 'error') {
      throw new Error(`not finalized: ${JSON.stringify((await ask(server, `/datasets/${id}/journal`))[0])}`)
    }
    await sleep(everyMs)
  }
}

/** Makes a dataset readable without a key. */
export function open(server, id) {
  const json = [{ operations: [], classes: ['read', 'list'] }]
  return ask(server, `/datasets/${id}/permissions`, { method: 'PUT', json })
}

/** Signs the first administrator in. @returns the cookies of the session */
export async function signIn({ url, email, password }) {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
