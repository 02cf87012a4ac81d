/** The code that reads a whole dataset: run where its tool is installed, else held against what the tool requests. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DataSource, type Tool, toolCode, tools, toolsFor } from '../../worker/pages/dataset/snippets-of-tools'
import {
  executablePath,
  looks,
  manyLines,
  picture,
  places,
  publish,
  service,
  useBrowser,
  violations,
  visit,
} from './support'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'fairway-tools-'))
afterAll(() => rmSync(folder, { recursive: true }))
const count = 1_500
const title = 'Visits of "towns"'
let id = ''

beforeAll(async () => {
  id = await publish(manyLines(count), { title }, places)
})

function source(needsKey: boolean): DataSource {
  const api = `${service.url}/api/v1/datasets/${id}`
  const csv = `${service.url}/dataset/${id}/table.csv`
  const geojson = `${api}/lines?format=geojson&size=10000`
  return {
    title,
    csv,
    lines: `${api}/lines?size=1000`,
    parquet: `${api}/data.parquet`,
    geojson,
    needsKey,
    codes: [],
    typed: [],
    argumentSeparator: ',',
  }
}

const env = { ...process.env, API_KEY: service.apiKey, NODE_NO_WARNINGS: '1' }

/** The first command that runs what a tool needs; undefined, told loudly, where none does. */
async function installed(
  tool: string,
  commands: readonly string[],
  options: readonly string[],
): Promise<string | undefined> {
  for (const command of commands) {
    const works = await run(command, [...options]).then(
      () => true,
      () => false,
    )
    if (works) return command
  }
  console.warn(`!!! ${tool} is not installed: its code is not run !!!`)
  return undefined
}

describe.each([false, true])('code (with a key: %s)', (needsKey) => {
  const code = (tool: Tool) => toolCode(tool, source(needsKey))

  test('of JavaScript reads all pages', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code('javascript')], { env })
    expect(stdout).toMatch(new RegExp(`^${count} `))
  })

  test('of curl stores the CSV file', async () => {
    if (!(await installed('curl', ['curl'], ['--version']))) return
    await run('sh', ['-c', code('curl')], { env, cwd: folder })
    expect(readFileSync(join(folder, 'data.csv'), 'utf8').trim().split('\n')).toHaveLength(count + 1)
  })

  test('of pandas and R prints the first rows', async () => {
    const python = await installed('pandas', ['python3', '/usr/bin/python3'], ['-c', 'import pandas'])
    const r = await installed('R', ['Rscript'], ['--version'])
    const shown = [
      ...(python ? [run(python, ['-c', `${code('pandas')}\nprint(len(data))`], { env })] : []),
      ...(r ? [run(r, ['-e', `${code('r')}\nprint(nrow(data))`], { env })] : []),
    ]
    for (const { stdout } of await Promise.all(shown)) {
      expect(stdout).toContain('Rennes')
      expect(stdout).toContain(String(count))
    }
  })
})

test('of DuckDB reads the Parquet file, whose ranges are served', async () => {
  const address = source(false).parquet ?? ''
  const bytes = await vi.waitFor(
    async () => {
      const answer = await fetch(address)
      expect(answer.status).toBe(200)
      return Buffer.from(await answer.arrayBuffer())
    },
    { timeout: 60_000, interval: 200 },
  )
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  let sql = toolCode('duckdb', source(false))
  try {
    await connection.run('LOAD httpfs')
  } catch {
    console.warn('!!! the extension httpfs of DuckDB is not installed: its code reads a copy of the file !!!')
    const path = join(folder, 'data.parquet')
    writeFileSync(path, bytes)
    sql = sql.replace(address, path)
  }
  expect((await connection.runAndReadAll(sql)).getRowObjectsJson()).toHaveLength(10)
  const [secret = ''] = toolCode('duckdb', source(true)).replace("getenv('API_KEY')", "'k'").split(';')
  await connection.run(secret)
  const [known] = (await connection.runAndReadAll('SELECT type,scope FROM duckdb_secrets()')).getRowObjectsJson()
  expect(known).toMatchObject({ type: 'http', scope: [service.url] })
  // Another reader of Parquet, which requests ranges only.
  const ranges: string[] = []
  const file = await asyncBufferFromUrl({
    url: address,
    fetch: (input, init) => {
      const range = new Headers(init?.headers).get('range')
      if (range) ranges.push(range)
      return fetch(input, init)
    },
  })
  const rows = await parquetReadObjects({ file, columns: ['town'], rowStart: 0, rowEnd: 3 })
  expect(rows).toHaveLength(3)
  expect(ranges.length).toBeGreaterThan(0)
})

test('of tools that are not run requests what there is', async () => {
  const addressIn = (tool: Tool) => /https?:\/\/[^"]+/.exec(toolCode(tool, source(false)))?.[0] ?? ''
  for (const tool of ['excel', 'sheets', 'observable'] as const) {
    // Notebooks read from another origin.
    const answer = await fetch(addressIn(tool), { headers: { origin: 'https://observablehq.com' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')], tool).toEqual([200, '*'])
    expect((await answer.text()).trim().split('\n')).toHaveLength(count + 1)
  }
  const answer = (await (await fetch(addressIn('qgis'))).json()) as { type: string; features: unknown[] } // GeoJSON
  expect([answer.type, answer.features.length]).toEqual(['FeatureCollection', count])
})

test('has the syntax of its tool, whatever the title', async () => {
  const hostile = { ...source(false), title: 'a"b\\c\nd', csv: `https://x.example/a"b'c` }
  const of = (tool: Tool) => toolCode(tool, hostile)
  expect(of('sheets')).toBe(`=IMPORTDATA("https://x.example/a""b'c",",","en_US")`)
  expect(of('excel')).toMatch(
    /^let\n {2}Source = Web\.Contents\("https:\/\/x\.example\/a""b'c"\),\n[\s\S]*\nin\n {2}Data$/,
  )
  expect(of('curl')).toContain("'https://x.example/a\"b%27c'")
  expect(toolCode('duckdb', { ...hostile, parquet: undefined })).toContain(`read_csv('https://x.example/a"b''c')`)
  // An assignment of a notebook is one of JavaScript.
  expect(() => new Function('d3', `let data; ${of('observable')}`)).not.toThrow()
  const python = await installed('Python', ['python3'], ['--version'])
  if (python)
    for (const tool of ['pandas', 'qgis'] as const)
      await run(python, ['-c', 'import ast, sys; ast.parse(sys.argv[1])', of(tool)])
  expect(toolsFor({ needsKey: false })).toEqual(tools)
  expect(toolsFor({ needsKey: true })).not.toContain('sheets')
})

describe.skipIf(!executablePath)('the page', () => {
  useBrowser()
  test.each(looks)('shows the code of each tool: $width px, $scheme, $language', async (look) => {
    const { page, faults } = await visit(look)
    await page.goto(`${service.url}/dataset/${id}/api`)
    expect(await page.locator('details[name=code-tools]').count()).toBe(tools.length)
    await page.locator('details[name=code-tools] summary', { hasText: 'pandas' }).click()
    await page.locator('details[open] code:has-text("pd.read_csv")').waitFor()
    await picture(page, 'tools', look)
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
