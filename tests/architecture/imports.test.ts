/** The directions of the design (§3), read from the import statements. */
import { describe, expect, test } from 'vitest'
import { folders, type Source, sources } from './sources'

const all = sources('worker', 'queues')
const isOwn = (from: string) => /^(worker|queues)\//.test(from)
const domains = [
  'accounts',
  'datasets',
  'attachments',
  'schema',
  'geometry',
  'lines',
  'applications',
  'remote-services',
  'collectors',
  'realtime',
  'uploads',
  'events',
  'catalog',
  'operation',
]

const domainOf = (path: string) => domains.find((domain) => path.startsWith(`worker/${domain}/`))
const isRoutes = (path: string) => /routes\.tsx?$/.test(path)
const isDriver = (from: string) => /^drizzle-orm|^@cloudflare|^cloudflare:/.test(from)
const isIndexOf = (from: string) => domains.some((domain) => from === `worker/${domain}`)

/** Pure: no bindings, no clock, no network, no database. */
const pure = (path: string) =>
  (path.startsWith('worker/schema/') && !isRoutes(path)) ||
  path.startsWith('worker/problems/') ||
  path.startsWith('worker/limits/') ||
  path.startsWith('worker/geometry/') ||
  path.startsWith('worker/lines/query/') ||
  path.startsWith('worker/lines/formats/') ||
  /^worker\/lines\/write\/(line|form|coerce|validate|identify|prepare|apply|encode|columns|answer|summary|duplicates)\.ts$/.test(
    path,
  ) ||
  path.startsWith('queues/readers/') ||
  [
    'worker/datasets/status.ts',
    'worker/datasets/changes.ts',
    'worker/datasets/present.ts',
    'worker/datasets/visible.ts',
    'worker/accounts/permissions.ts',
    'worker/accounts/operations.ts',
    'worker/accounts/active.ts',
    'worker/accounts/key-rights.ts',
    'worker/accounts/settings/account.ts',
    'worker/net/address.ts',
    'worker/net/parameters.ts',
    'worker/net/percent.ts',
    'worker/errors.ts',
    'worker/http/base-path.ts',
    'worker/http/content-hash.ts',
    'worker/http/page-key.ts',
    'worker/uploads/checksum.ts',
    'worker/uploads/metadata.ts',
  ].includes(path)
const verb = (path: string) => domainOf(path) !== undefined && !isRoutes(path)

/** What breaks a rule: `file → import`. */
function breaking(
  of: (path: string) => boolean,
  forbidden: (from: string, source: Source) => boolean,
  types = true,
): string[] {
  return all
    .filter(({ path }) => of(path))
    .flatMap((source) =>
      source.imports
        .filter(({ from, typeOnly }) => (types || !typeOnly) && forbidden(from, source))
        .map(({ from }) => `${source.path} → ${from}`),
    )
}

test('the sources are read', () => {
  expect(all.length).toBeGreaterThan(80)
  expect(all.flatMap(({ imports }) => imports).length).toBeGreaterThan(300)
  expect(all.find(({ path }) => path === 'worker/app.ts')?.imports.map(({ from }) => from)).toContain(
    'worker/lines/routes',
  )
})

test('routes know no database, no store and no other domain than by its index', () => {
  const forbidden = (from: string, { path }: Source) =>
    /^worker\/(db|files\/(store|keys)|net)\b/.test(from) ||
    (/^drizzle-orm/.test(from) && path !== 'worker/operation/routes.ts') ||
    (domainOf(from) !== undefined && domainOf(from) !== domainOf(path) && from !== 'worker/schema/field')
  expect(breaking(isRoutes, forbidden)).toEqual([])
})

test('verbs know neither HTTP nor pages', () => {
  expect(breaking(verb, (from) => /^hono\b|^worker\/(http|pages)\b|routes$/.test(from))).toEqual([])
  const zod = breaking(verb, (from) => from === '@hono/zod-openapi' || from === 'zod')
  expect(zod.every((one) => !one.includes('hono/') || one.includes('@hono/zod-openapi'))).toBe(true)
})

test('of queues/, worker/ imports the messages only, its entry point the consumers, and the bulk the readers', () => {
  // Readers are pure: text in, records out. A bulk reads its body with the same ones that read a file.
  const isReading = (from: string, path: string) =>
    from.startsWith('queues/readers/') && /^worker\/lines\/write\/(actions|archive)\.ts$/.test(path)
  const forbidden = (from: string, { path }: Source) =>
    from.startsWith('queues') && from !== 'queues/messages' && !isReading(from, path)
  expect(breaking((path) => path.startsWith('worker/') && path !== 'worker/index.ts', forbidden)).toEqual([])
})

test('queues know neither routes, nor pages, nor HTTP', () => {
  expect(
    breaking(
      (path) => path.startsWith('queues/'),
      (from) => /routes$|^worker\/(pages|http)\b|^hono/.test(from),
    ),
  ).toEqual([])
})

test('queues reach datasets and accounts by their index', () => {
  const forbidden = (from: string) => /^worker\/(datasets|accounts)\/./.test(from)
  expect(breaking((path) => path.startsWith('queues/'), forbidden)).toEqual([])
})

test('pure files have no bindings, no clock, no network and no database', () => {
  const forbidden = (from: string) =>
    isDriver(from) ||
    /^worker\/(db|net(?!\/(address|parameters|percent)$)|context|http\/(?!base-path))/.test(from) ||
    from === 'queues/messages'
  expect(breaking(pure, forbidden, false)).toEqual([])
  for (const { path, text } of all.filter((source) => pure(source.path))) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    expect(code, path).not.toMatch(/\bDate\.now\(|new Date\(\)|\bfetch\(|\bMath\.random\(|\bcrypto\.|\bsetTimeout\(/)
  }
})

test('db/, files/ and net/ know no domain', () => {
  const forbidden = (from: string) => isOwn(from) && !/^worker\/(db|files|net|errors|limits)\b/.test(from)
  expect(breaking((path) => /^worker\/(db|files|net)\//.test(path), forbidden)).toEqual([])
})

test('an index only gathers its own folder', () => {
  const index = (path: string) => /^worker\/[^/]+\/index\.ts$/.test(path)
  expect(breaking(index, (from, { path }) => isOwn(from) && !from.startsWith(path.replace('/index.ts', '')))).toEqual(
    [],
  )
  expect(all.some(({ imports }) => imports.some(({ from }) => isIndexOf(from)))).toBe(true)
})

test('the network is reached through net/ only', () => {
  const bare = all
    // Islands run in the browser, whose policy lets them reach this service only; snippets are shown, not run.
    .filter(({ path }) => !/^worker\/(net\/|pages\/islands\/|pages\/dataset\/snippets)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').matchAll(/(?<![.\w]|override )fetch\s*\(/g)].map(
        ({ index }) => `${path}:${index}`,
      ),
    )
    // The handlers of the entry point and of the objects are methods named fetch.
    .filter((one) => !one.startsWith('worker/index.ts'))
  expect(bare).toEqual([])
})

test('readers get lines from one place, which decides what they may see', () => {
  const importersOf = (module: string) =>
    all
      .filter(({ imports }) => imports.some(({ from, typeOnly }) => from === module && !typeOnly))
      .map(({ path }) => path)
      .sort()
  const [table, virtual] = ['worker/lines/open-table', 'worker/lines/open-virtual']
  expect(importersOf(table)).toEqual(['worker/lines/open-virtual.ts', 'worker/lines/serve.ts'])
  expect(importersOf(virtual)).toEqual(['worker/lines/index.ts', 'worker/lines/serve.ts'])
  // What is behind a virtual dataset is read whole to finalize it, and for no reader.
  const openingLeaves = all.filter(({ text }) => /\bopenLeaves\b/.test(text)).map(({ path }) => path)
  expect(openingLeaves.sort()).toEqual([
    'queues/processing/finalize-virtual.ts',
    'worker/lines/index.ts',
    'worker/lines/open-virtual.ts',
  ])
})

test('lines are queried in SQL in few places', () => {
  const withSql = all
    .filter(({ text }) => /['"`]\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP) /.test(text))
    .map(({ path }) => path)
  for (const path of withSql) expect(path).toMatch(/^worker\/(lines|db)\//)
})

describe('the shape', () => {
  test.each(all.map(({ path, text }) => [path, text.split('\n').length] as const))(
    '%s has at most 300 lines',
    (path, length) => {
      expect(length, path).toBeLessThanOrEqual(300)
    },
  )

  test('no folder is named after nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|common|lib|misc|services|controllers|models)$/
    expect(folders('worker', 'queues', 'tests').filter((path) => empty.test(path))).toEqual([])
  })

  test('no test sleeps, and no source is silenced', () => {
    // Cut in two, so that this file does not hold what it looks for.
    const silenced = new RegExp(['@ts-', 'ignore|@ts-', 'expect-error|@ts-', 'nocheck'].join(''))
    for (const { path, text } of sources('worker', 'queues', 'tests')) {
      expect(silenced.test(text), path).toBe(false)
      if (path.startsWith('tests/')) expect(text, path).not.toMatch(/setTimeout\(\w+, ?[1-9]/)
    }
  })
})
