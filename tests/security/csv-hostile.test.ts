/** Malicious files: each ends in a clear error or a correct result, never in a dataset stuck in processing. */
import { gzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { storeUpload } from '../../worker/datasets/stored-files/upload'
import { keyOf } from '../support/accounts'
import { type Dataset, journal, lines, untilSettled, upload } from '../support/datasets'
import { Pipeline, publisher } from '../support/pipeline'
import { rows } from '../support/stored'

const MB = 1_000_000

/** Uploads, waits for the end, and says how it ended. */
async function ending(content: string | Uint8Array, fileName = 'hostile.csv') {
  const key = await keyOf()
  const { id } = await upload(content, { key, fileName })
  const dataset = await untilSettled(id, key)
  const events = await journal(id, key)
  const code = dataset.status === 'error' ? events[0]?.code : undefined
  return { key, id, dataset, code, told: events.map((event) => event.code).filter(Boolean) }
}
const keys = (dataset: Dataset) => dataset.schema.filter((field) => !field['x-calculated']).map((field) => field.key)

describe('refused with a reason', () => {
  const wide = Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(',')
  test.each([
    ['10,000 columns', `${wide}\n${wide}\n`, 'file-too-many-columns'],
    ['a header and nothing else', 'a,b,c\n', 'file-no-line'],
    ['a header and empty lines', 'a,b,c\n\n\n,,\n', 'file-no-line'],
    ['line breaks only', '\n\r\n\n', 'file-no-column'],
    ['NUL bytes only', '\0'.repeat(1_000), 'file-no-column'],
    ['spaces only', '   ', 'file-no-column'],
    ['a quote that is never closed', `a,b\n${'1,2\n'.repeat(50)}"3,4\n${'5,6\n'.repeat(50)}`, 'file-quote-open'],
    ['lines that grow wider than the header', `a,b\n${'1,2\n'.repeat(50)}1,2,3,4\n`, 'file-row-too-wide'],
    ['one cell of 3 MB', `a,b\n1,${'x'.repeat(3 * MB)}\n`, 'file-cell-too-long'],
    ['the same header twice among many lines', `id,a b,a_b\n${'1,2,3\n'.repeat(50)}`, 'file-column-repeated'],
  ])('%s', async (_, content, code) => {
    const result = await ending(content)
    expect(result.code).toBe(code)
    expect(await rows('select 1 from runs where failed = 0')).toEqual([])
  })

  test.each([
    ['a million brackets', `${'['.repeat(MB)}`, 'x.json'],
    ['an object that never ends', `[{"a":"${'x'.repeat(3 * MB)}`, 'x.json'],
    ['a line of 3 MB', `{"a":"${'x'.repeat(3 * MB)}"}\n`, 'x.ndjson'],
    ['a number of a million digits', `[{"a":${'9'.repeat(MB)}}]`, 'x.json'],
  ])('%s', async (_, content, fileName) => {
    const result = await ending(content, fileName)
    expect(result.dataset.status === 'error' ? result.code : 'finalized').toMatch(/^(file-|finalized)/)
  })
})

describe('read correctly', () => {
  test('lines of uneven length: missing and surplus cells are empty', async () => {
    const { dataset, key, id } = await ending('a,b,c\n1\n1,2\n1,2,3\n1,2,3,,,\n')
    expect(dataset).toMatchObject({ status: 'finalized', count: 4 })
    const { results } = await lines(id, 'select=a,b,c', key)
    expect(results.map(({ _score, ...line }) => Object.keys(line).length)).toEqual([1, 2, 3, 3])
  })

  test('NUL in cells and headers', async () => {
    const { dataset, key, id } = await ending('na\0me,n\nA\0B,1\nC,2\n')
    expect(dataset).toMatchObject({ status: 'finalized', count: 2 })
    expect(keys(dataset)).toEqual(['name', 'n'])
    expect((await lines(id, 'select=name', key)).results[0]?.name).toBe('A\0B')
  })

  test('a quote inside a cell', async () => {
    const { dataset, key, id } = await ending(`a,b\n${'x,y\n'.repeat(20)}5" pipe,z\n`)
    expect(dataset).toMatchObject({ status: 'finalized', count: 21 })
    expect((await lines(id, 'b_eq=z', key)).results[0]?.a).toBe('5" pipe')
  })

  test('a header of 50,000 characters', async () => {
    const { dataset } = await ending(`${'h'.repeat(50_000)},b\n1,2\n3,4\n`)
    expect(dataset.status).toBe('finalized')
    expect(keys(dataset)[0]?.length).toBeLessThanOrEqual(1_000)
  })

  test.each([101, 500])('%i columns', async (count) => {
    const header = Array.from({ length: count }, (_, i) => `c${i}`)
    const row = (n: number) => header.map((_, i) => `${n * i + 10}`).join(',')
    const { dataset, key, id } = await ending(`${header.join(',')}\n${row(1)}\n${row(2)}\n`)
    expect(dataset).toMatchObject({ status: 'finalized', count: 2 })
    const last = `c${count - 1}`
    const found = await lines(id, `${last}_eq=${2 * (count - 1) + 10}&sort=-${last}`, key)
    expect([found.total, Object.keys(found.results[0] ?? {}).length]).toEqual([1, count + 4])
  })

  test('random bytes end in an error or a finalized dataset', async () => {
    const bytes = new Uint8Array(20_000)
    let state = 7
    for (let i = 0; i < bytes.length; i++) {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
      bytes[i] = state >> 16
    }
    expect(['finalized', 'error']).toContain((await ending(bytes)).dataset.status)
    expect(['finalized', 'error']).toContain((await ending(bytes, 'x.json')).dataset.status)
    expect((await ending(bytes, 'x.csv.gz')).code).toBe('file-not-gzip')
  })
})

describe('compressed', () => {
  test('a gzip bomb of one value is refused during inflation', async () => {
    const bomb = gzipSync(new Uint8Array(60 * MB).fill(48), { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    expect((await ending(bomb, 'bomb.csv.gz')).code).toBe('file-inflates-too-much')
  })

  test.each([
    ['cut', (bytes: Uint8Array) => bytes.slice(0, -12)],
    ['followed by something else', (bytes: Uint8Array) => Uint8Array.from([...bytes, 1, 2, 3, 4])],
    [
      'with a wrong checksum',
      (bytes: Uint8Array) => bytes.map((byte, i) => (i === bytes.length - 6 ? byte ^ 255 : byte)),
    ],
    ['with a broken middle', (bytes: Uint8Array) => bytes.map((byte, i) => (i === 14 ? byte ^ 255 : byte))],
  ])('an archive %s is refused, or read completely', async (_, broken) => {
    const text = `name,n\n${Array.from({ length: 200 }, (_, i) => `p${(i * 7919) % 1000},${i}`).join('\n')}\n`
    const result = await ending(broken(gzipSync(new TextEncoder().encode(text))), 'x.csv.gz')
    if (result.dataset.status === 'error') expect(result.code).toBe('file-not-gzip')
    else expect(result.dataset.count).toBe(200)
  })
})

test('a field of 100 MB after a record is refused, in constant memory', async () => {
  const pipeline = new Pipeline()
  const chunk = new Uint8Array(MB).fill(120)
  async function* field() {
    yield new TextEncoder().encode('a,b\n1,"')
    for (let i = 0; i < 100; i++) yield chunk
    yield new TextEncoder().encode('"\n')
  }
  const file = await storeUpload(pipeline.ctx, { account: publisher.account, fileName: 'huge.csv', bytes: field() })
  const { id } = await createDataset(pipeline.ctx, { actor: publisher, body: {}, file })
  const started = performance.now()
  await pipeline.settle()
  expect(performance.now() - started, 'the rest of the field is not read').toBeLessThan(3_000)
  expect((await readDataset(pipeline.ctx, id)).published.status).toBe('error')
  const [event] = await rows<{ problem: string }>(`select problem from journal where type = 'error'`)
  expect(JSON.parse(event?.problem ?? '{}').code).toMatch(/^file-(cell|record)-too-long$/)
}, 30_000)
