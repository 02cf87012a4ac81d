/** A backup of an instance, restored onto an empty one, which then gives the same answers. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { freePort } from '../support/free-port.mjs'

const folders = { first: makeFolder(), second: makeFolder(), backup: makeFolder() }
const variables = { BASEMAP: 'none' }
/** Larger than a part of an upload. */
const picture = new Uint8Array(9_000_000).map((_, at) => (at * 31 + (at >> 8)) % 251)
const csv =
  'name,n,ratio,opened,note\nÉvreux,1,1.0,2024-02-29,"two\nlines and \u2028"\nLyon,-2,0.1,2024-01-01,\nNîmes,,3e5,,"[1,""x""]"\n'
let running: Awaited<ReturnType<typeof startServer>> | undefined
let apiKey = ''

const run = (verb: string, state: string) =>
  execFileSync(process.execPath, ['scripts/backup.mjs', verb, folders.backup], {
    env: { ...process.env, STATE_DIR: state },
    encoding: 'utf8',
    stdio: 'pipe',
  })

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = {
    'x-apikey': apiKey,
    ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${running?.url}/api/v1${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response
}

// Responses of the API are JSON objects, of which the tests read some members.
const json = async (path: string, init?: RequestInit) =>
  (await (await ask(path, init)).json()) as Record<string, unknown>
const send = (path: string, body: unknown, method = 'POST') => json(path, { method, body: JSON.stringify(body) })

function upload(path: string, name: string, content: string | Uint8Array<ArrayBuffer>, part = 'file') {
  const form = new FormData()
  form.append(part, new File([content], name))
  return json(path, { method: 'POST', body: form })
}

const finalized = (id: unknown) =>
  expect.poll(async () => (await json(`/datasets/${id}`)).status, { timeout: 30_000 }).toBe('finalized')

async function fill() {
  const { id: file } = await upload('/datasets', 'places.csv', csv)
  await finalized(file)
  await upload(`/datasets/${file}/metadata-attachments`, 'picture.bin', picture, 'attachment')
  const { id: chart } = await send('/applications', {
    title: 'Heights',
    url: `${running?.url}/build/applications/charts/`,
    configuration: { datasets: [{ id: file, href: `${running?.url}/api/v1/datasets/${file}` }] },
  })
  const schema = [
    { key: 'species', type: 'string' },
    { key: 'height', type: 'number' },
  ]
  const { id: trees } = await send('/datasets', { isRest: true, title: 'Trees', schema, rest: { history: true } })
  await finalized(trees)
  for (const height of [1, 2.5]) await send(`/datasets/${trees}/lines`, { _id: 'oak', species: 'oak', height })
  const { total } = await json(`/datasets/${trees}/lines`)
  expect(total).toBe(1)
  // The refresh that follows the last write changes the count of lists, and the dates and statistics of the dataset.
  const isRefreshed = async () => {
    const { count, dataUpdatedAt, finalizedAt } = await json(`/datasets/${trees}`)
    return count === 1 && String(finalizedAt) > String(dataUpdatedAt)
  }
  await expect.poll(isRefreshed, { timeout: 30_000 }).toBe(true)
  return [
    ...[
      '/datasets?size=100&select=id,title,status,count',
      '/applications',
      `/applications/${chart}`,
      `/applications/${chart}/configuration`,
      '/collectors',
    ],
    ...[
      '',
      '/schema',
      '/lines',
      '/lines?q=lyon',
      '/lines?sort=n&format=csv',
      '/raw',
      '/full',
      '/journal',
      '/permissions',
    ].map((path) => `/datasets/${file}${path}`),
    ...['', '/schema', '/lines', '/lines?q=oak', '/lines/oak/revisions', '/journal'].map(
      (path) => `/datasets/${trees}${path}`,
    ),
    `/datasets/${file}/metadata-attachments/picture.bin`,
  ]
}

const answers = (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => [path, Buffer.from(await (await ask(path)).arrayBuffer()).toString('base64')]))

const port = await freePort()

beforeAll(async () => {
  running = await startServer(folders.first, { port, variables })
  apiKey = running.apiKey
})

afterAll(async () => {
  await running?.stop()
  for (const folder of Object.values(folders)) removeFolder(folder)
})

test('the restored instance gives the same answers, byte for byte, and takes writes', async () => {
  const paths = await fill()
  const before = await answers(paths)
  await running?.stop()
  // As a volume that is mounted for backups.
  chmodSync(folders.backup, 0o755)
  run('backup', folders.first)
  const open = readdirSync(folders.backup).filter((name) => statSync(join(folders.backup, name)).mode & 0o077)
  expect(open).toEqual([])
  run('restore', folders.second)
  expect(existsSync(join(folders.second, 'data'))).toBe(true)
  running = await startServer(folders.second, { port, variables })
  expect(running.apiKey).toBe(apiKey)
  for (const [at, [path, answer]] of (await answers(paths)).entries()) {
    expect(Buffer.from(answer ?? '', 'base64').equals(Buffer.from(before[at]?.[1] ?? '', 'base64')), path).toBe(true)
  }
  const { id } = await upload('/datasets', 'more.csv', 'a\n1\n')
  await finalized(id)
})

test('neither an instance that holds data nor a folder that is not empty is overwritten', () => {
  expect(() => run('restore', folders.first)).toThrow('is not empty')
  expect(() => run('backup', folders.first)).toThrow('is not empty')
})
