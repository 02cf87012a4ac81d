/** Spreadsheets written by SheetJS are published, and exports are read by SheetJS. */
import { read, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { service } from '../support/started-service'

const { url, apiKey } = service
const headers = { 'x-apikey': apiKey }
const day = new Date(Date.UTC(2024, 1, 29))
const rows = [
  { name: 'Évreux & <co>', n: 1.5, open: true, day, code: '012', note: 'two\nlines,  spaces' },
  { name: 'Lyon', n: -2, open: false, code: '007' },
]

function bookOf(bookType: 'ods' | 'xlsx'): File {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows, { UTC: true }), 'Rows')
  return new File([new Uint8Array(write(book, { type: 'array', bookType, compression: true }))], `rows.${bookType}`)
}

async function ask(path: string, body?: FormData): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1/datasets${path}`, { headers, ...(body ? { method: 'POST', body } : {}) })
  if (!response.ok) throw new Error(await response.text())
  // A JSON object, of which each call reads some members.
  return (await response.json()) as Record<string, unknown>
}

test.each(['ods', 'xlsx'] as const)('%s, written and read', async (kind) => {
  const form = new FormData()
  form.append('file', bookOf(kind))
  const { id } = await ask('', form)
  await expect.poll(async () => (await ask(`/${id}`)).status, { timeout: 30_000 }).toBe('finalized')
  expect(await ask(`/${id}/lines?select=name,n,open,day,code,note`)).toMatchObject({
    total: 2,
    results: [
      { ...rows[0], day: '2024-02-29' },
      { name: 'Lyon', n: -2, open: false, code: '007' },
    ],
  })

  const file = await fetch(`${url}/api/v1/datasets/${id}/lines?format=${kind}`, { headers })
  const book = read(new Uint8Array(await file.arrayBuffer()), { cellDates: true, UTC: true })
  const [first] = book.SheetNames.flatMap((name) => book.Sheets[name] ?? [])
  expect(first && utils.sheet_to_json(first, { UTC: true })).toEqual(rows)
})

test.each(['ods', 'xlsx'] as const)('%s as the lines of a bulk request', async (kind) => {
  const schema = [
    { key: 'name', type: 'string' },
    { key: 'n', type: 'number' },
    { key: 'open', type: 'boolean' },
    { key: 'day', type: 'string', format: 'date' },
    { key: 'code', type: 'string' },
    { key: 'note', type: 'string' },
  ]
  const response = await fetch(`${url}/api/v1/datasets`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ isRest: true, title: `Bulk ${kind}`, schema }),
  })
  // The id is all that is read of it.
  const { id } = (await response.json()) as { id: string }
  const form = new FormData()
  form.append('actions', bookOf(kind))
  expect(await ask(`/${id}/_bulk_lines`, form)).toMatchObject({ nbOk: 2, nbErrors: 0 })
  expect(await ask(`/${id}/lines?sort=n&select=name,n,day`)).toMatchObject({
    results: [
      { name: 'Lyon', n: -2 },
      { name: 'Évreux & <co>', n: 1.5, day: '2024-02-29' },
    ],
  })
})
