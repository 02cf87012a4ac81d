/** The unchanged client library of collectors, against the started service. */
import { DataFairWsClient } from '@data-fair/lib-node/ws-client.js'
import { afterEach, expect, test } from 'vitest'
import { service } from '../support/started-service'

const { url, apiKey } = service
const csv = `name,n\n${Array.from({ length: 200 }, (_, i) => `p${i},${i}`).join('\n')}\n`
const log = { info: () => {}, error: () => {}, debug: () => {} }
const clients: DataFairWsClient[] = []

function connect(options: { apiKey?: string } = { apiKey }): DataFairWsClient {
  const client = new DataFairWsClient({ url, log, ...options })
  clients.push(client)
  return client
}

afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

async function upload(content: string, id?: string): Promise<string> {
  const body = new FormData()
  body.append('file', new File([content], 'places.csv'))
  const address = `${url}/api/v1/datasets${id ? `/${id}` : ''}`
  const response = await fetch(address, { method: 'POST', headers: { 'x-apikey': apiKey }, body })
  if (!response.ok) throw new Error(await response.text())
  // The id is all that is read of it.
  return ((await response.json()) as { id: string }).id
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('waits for the end of a started processing', async () => {
  const id = await upload(csv)
  expect(await connect().waitForJournal(id, 'finalize-end', 20_000)).toMatchObject({
    type: 'finalize-end',
    store: true,
  })
})

test('receives the end of a processing just before its subscription', async () => {
  const id = await upload(csv)
  await expect
    .poll(
      async () => {
        const response = await fetch(`${url}/api/v1/datasets/${id}`, { headers: { 'x-apikey': apiKey } })
        // The status is all that is read of it.
        return ((await response.json()) as { status: string }).status
      },
      { timeout: 20_000 },
    )
    .toBe('finalized')
  await wait(300)
  expect(await connect().waitForJournal(id, 'finalize-end', 2_000)).toMatchObject({ type: 'finalize-end' })
})

test('waits for consecutive versions on one socket', async () => {
  const client = connect()
  const id = await upload(csv)
  const first = await client.waitForJournal(id, 'finalize-end', 20_000)
  await upload(`${csv}last,1\n`, id)
  const second = await client.waitForJournal(id, 'finalize-end', 20_000)
  expect(String(Reflect.get(second, 'date')) > String(Reflect.get(first, 'date'))).toBe(true)
})

test('waits for the end of each bulk request, also without changes', async () => {
  const headers = { 'x-apikey': apiKey, 'content-type': 'application/json' }
  const schema = [
    { key: 'code', type: 'string' },
    { key: 'n', type: 'integer' },
  ]
  const body = JSON.stringify({ isRest: true, title: 'Stocks', schema, primaryKey: ['code'] })
  const created = await fetch(`${url}/api/v1/datasets`, { method: 'POST', headers, body })
  // The id is all that is read of it.
  const { id } = (await created.json()) as { id: string }
  const client = connect()
  for (const [n, counts] of [
    [1, { nbOk: 2, nbCreated: 2 }],
    [2, { nbOk: 2, nbModified: 1 }],
    [2, { nbOk: 2, nbNotModified: 2 }],
  ] as const) {
    const lines = [
      { code: 'a', n },
      { code: 'b', n: 0 },
    ]
    const address = `${url}/api/v1/datasets/${id}/_bulk_lines`
    const bulk = await fetch(address, { method: 'POST', headers, body: JSON.stringify(lines) })
    expect(await bulk.json()).toMatchObject(counts)
    expect(await client.waitForJournal(id, 'finalize-end', 20_000)).toMatchObject({ type: 'finalize-end' })
  }
  const found = await fetch(`${url}/api/v1/datasets/${id}/lines?sort=code&select=code,n`, { headers })
  expect(await found.json()).toMatchObject({
    results: [
      { code: 'a', n: 2 },
      { code: 'b', n: 0 },
    ],
  })
})

test('receives an error with a remedy', async () => {
  const id = await upload('name,name\nA,B\n')
  await expect(connect().waitForJournal(id, 'finalize-end', 20_000)).rejects.toThrow(/plusieurs fois la colonne "name"/)
})

test('reconnects after a network failure, and continues', async () => {
  const client = connect()
  const id = await upload(csv)
  await client.waitForJournal(id, 'finalize-end', 20_000)
  const broken: unknown = Reflect.get(client, '_ws')
  if (!(typeof broken === 'object' && broken && 'emit' in broken && typeof broken.emit === 'function'))
    throw new Error()
  broken.emit('error', new Error('the network went away'))
  await expect.poll(() => Reflect.get(client, '_ws') !== broken).toBe(true)
  await wait(200)
  await upload(`${csv}last,1\n`, id)
  expect(await client.waitForJournal(id, 'finalize-end', 20_000)).toMatchObject({ type: 'finalize-end' })
})

test('is refused without a key', async () => {
  const id = await upload(csv)
  await expect(connect({}).subscribe(`datasets/${id}/journal`)).rejects.toThrow('Permission manquante.')
})
