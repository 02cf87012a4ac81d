/** The top-level folders of the code and the allowed imports between them. */
import { describe, expect, test } from 'vitest'
import { cyclesOf } from './cycles'
import { indexed, rooms } from './rooms'
import { folders, type Source, sources } from './sources'

const all = sources('worker', 'queues')
const isOwn = (from: string) => /^(worker|queues)\//.test(from)
/** Files that know HTTP: `routes.ts`, and the responses that several of them share. */
const isRoutes = (path: string) => /(?:routes|lines-api\/.*\/answer-[^/]+)\.tsx?$/.test(path)
const isDriver = (from: string) => /^drizzle-orm|^@cloudflare|^cloudflare:/.test(from)

/** The longest of some names that a path is, or is within. */
const within = <Name extends string>(names: readonly Name[], path: string): Name | undefined =>
  names
    .filter((name) => path === name || path.startsWith(`${name}/`) || path.replace(/\.tsx?$/, '') === name)
    .sort((one, other) => other.length - one.length)[0]
/** Rooms whose files read and write stored data. */
const operationRooms = [
  ...[
    'accounts',
    'administration',
    'alerts',
    'applications',
    'attachments',
    'collectors',
    'datasets',
    'directory-sync',
  ],
  ...['events', 'instance', 'lines', 'previews', 'realtime', 'remote-services', 'resources', 'usage'],
].map((name) => `worker/${name}`)
const isOperation = (path: string) => within(operationRooms, path) !== undefined && !isRoutes(path)

const pureFiles = [
  'worker/datasets/metadata/status.ts',
  'worker/datasets/metadata/schema-changes.ts',
  'worker/datasets/metadata/present.ts',
  'worker/datasets/metadata/visible.ts',
  'worker/permissions/permissions.ts',
  'worker/identity/operations.ts',
  'worker/identity/link-key-rights.ts',
  'worker/accounts/active-account.ts',
  'worker/accounts/settings/account-names.ts',
  'worker/net/outgoing-address.ts',
  'worker/net/parameters.ts',
  'worker/net/percent.ts',
  'worker/net/transfer/remote-path.ts',
  'worker/net/whole-number.ts',
  'worker/files/attachment-path.ts',
  'worker/lines/storage/editable-columns.ts',
  'worker/db/event-types.ts',
  'worker/errors.ts',
  'worker/http/base-path.ts',
  'worker/http/etag.ts',
  'worker/http/content-hash.ts',
  'worker/http/link-key-in-referer.ts',
  'worker/datasets/uploads/checksum.ts',
  'worker/datasets/uploads/metadata.ts',
]

/** The files whose first comment says so. */
const statedPure: ReadonlySet<string> = new Set(
  all.flatMap(({ path, text }) => (/^\/\*\*(?:(?!\*\/)[\s\S])*\bPure\.(?=\s)/.test(text) ? [path] : [])),
)

/** Pure: no bindings, no clock, no network, no database. */
const pure = (path: string) =>
  (path.startsWith('worker/schema/') && !isRoutes(path)) ||
  path.startsWith('worker/problems/') ||
  path.startsWith('worker/limits/') ||
  path.startsWith('worker/geometry/') ||
  path.startsWith('worker/formats/') ||
  path.startsWith('worker/lines/query/') ||
  /^worker\/remote-services\/(access|present|proxy-description|description\/(?!fetch).*|enrichment\/(batches|lines|read-answer))\.ts$/.test(
    path,
  ) ||
  pureFiles.includes(path) ||
  statedPure.has(path)

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

test('the files and folders that the rules name exist', () => {
  const exists = (name: string) => all.some(({ path }) => within([name], path) !== undefined)
  expect([...pureFiles, ...operationRooms].filter((name) => !exists(name))).toEqual([])
})

test('the sources are read', () => {
  expect(all.length).toBeGreaterThan(80)
  expect(all.flatMap(({ imports }) => imports).length).toBeGreaterThan(300)
  expect(all.find(({ path }) => path === 'worker/app.ts')?.imports.map(({ from }) => from)).toContain(
    'worker/datasets/lines-api/read/routes',
  )
})

describe('directions', () => {
  test('every file is in a room, and every room has files', () => {
    expect(all.filter(({ path }) => within(rooms, path) === undefined).map(({ path }) => path)).toEqual([])
    expect(rooms.filter((room) => !all.some(({ path }) => within(rooms, path) === room))).toEqual([])
  })

  test('a file imports, values and types, from its own room and lower ones', () => {
    const ranks: readonly (string | undefined)[] = rooms
    const rank = (path: string) => ranks.indexOf(within(rooms, path))
    const forbidden = (from: string, { path }: Source) => isOwn(from) && rank(from) > rank(path)
    expect(breaking(() => true, forbidden)).toEqual([])
  })

  test('no import of a value or a type is part of a cycle', () => {
    expect(cyclesOf(all)).toEqual([])
    const knot = (path: string, from: string): Source => ({ path, text: '', imports: [{ from, typeOnly: true }] })
    expect(cyclesOf([knot('worker/a.ts', 'worker/b'), knot('worker/b/index.ts', 'worker/a')])).toHaveLength(1)
  })

  test('other rooms are reached by the index of a folder', () => {
    // The API of lines is the engine's own face: it compiles parameters to plans and statements.
    const isLinesApi = (path: string) => /^worker\/datasets\/(lines-api|ods-api|indexes)\//.test(path)
    const folder = (path: string) => /^worker\/[^/]+/.exec(path)?.[0]
    const forbidden = (from: string, { path }: Source) =>
      within(indexed, from) !== undefined &&
      folder(from) !== folder(path) &&
      path !== 'worker/app.ts' &&
      from !== 'worker/resources/routes' &&
      !(from.startsWith('worker/lines/') && isLinesApi(path)) &&
      !all.some((one) => one.path === `${from}/index.ts`)
    expect(breaking(() => true, forbidden)).toEqual([])
  })

  test('the engine of lines knows no dataset, no permission and no HTTP', () => {
    const forbidden = (from: string) =>
      /^hono|^worker\/(datasets|identity|permissions|accounts|http|context|pages|attachments)\b|^queues/.test(from)
    expect(breaking((path) => path.startsWith('worker/lines/'), forbidden)).toEqual([])
    const index = all.find(({ path }) => path === 'worker/lines/index.ts')?.text ?? ''
    const exported = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','))
    expect(exported.length).toBeGreaterThan(5)
    expect(exported.length).toBeLessThanOrEqual(20)
  })
})

test('routes know no database, no store and no network', () => {
  const forbidden = (from: string, { path }: Source) =>
    /^worker\/(db|files\/(store|object-keys)|net)\b/.test(from) ||
    (/^drizzle-orm/.test(from) && path !== 'worker/monitoring/routes.ts')
  expect(breaking(isRoutes, forbidden)).toEqual([])
})

test('operations know neither HTTP nor pages', () => {
  expect(breaking(isOperation, (from) => /^hono\b|^worker\/(http|pages)\b|routes$/.test(from))).toEqual([])
})

test('queues know neither routes, nor pages, nor HTTP', () => {
  expect(
    breaking(
      (path) => path.startsWith('queues/'),
      (from) => /routes$|^worker\/(pages|http)\b|^hono/.test(from),
    ),
  ).toEqual([])
})

const isImpureRoom = (from: string) => /^worker\/(db|net|context|http)\b/.test(from)

test('pure files have no bindings, no clock, no network and no database', () => {
  const forbidden = (from: string) =>
    isDriver(from) || (!pure(`${from}.ts`) && isImpureRoom(from)) || from === 'queues/messages'
  expect(breaking(pure, forbidden, false)).toEqual([])
  for (const { path, text } of all.filter((source) => pure(source.path))) {
    // Comments, and the code that texts show to readers.
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|`[^`]*`/gm, '')
    expect(code, path).not.toMatch(/\bDate\.now\(|new Date\(\)|\bfetch\(|\bMath\.random\(|\bcrypto\.|\bsetTimeout\(/)
  }
})

test('bundled applications run without the service, and the service without them', () => {
  const applications = sources('applications')
  expect(applications.length).toBeGreaterThan(30)
  for (const { path, text, imports } of applications) {
    for (const { from } of imports) {
      expect(from, path).toMatch(/^applications\/|^(preact|chart\.js|maplibre-gl|geojson)\b/)
      // One does not import another: each is built and served by itself.
      const own = path.split('/').slice(0, 2).join('/')
      if (from.startsWith('applications/'))
        expect([own, 'applications/shared'], path).toContain(from.split('/').slice(0, 2).join('/'))
    }
    expect(text, path).not.toMatch(/\bcredentials:|innerHTML|\beval\(|new Function\(/)
  }
  expect(cyclesOf(applications)).toEqual([])
})

test('pages, previews, the instance and applications share the rules of charts, legends, densities and base maps, which know none of them', () => {
  const isShared = (path: string) => /^applications\/shared\/(charting|legends|basemap|density)\//.test(path)
  const shared = sources('applications').filter(({ path }) => isShared(path))
  expect(shared.length).toBeGreaterThan(7)
  for (const { path, imports } of shared)
    for (const { from } of imports) {
      // The types of styles.
      const isType = /\/shared\/(basemap|density)\//.test(path) && from === 'maplibre-gl'
      expect(isShared(from) || isType, path).toBe(true)
    }
  const isShown = (path: string) => /^worker\/(pages|previews|instance)\//.test(path)
  expect(
    breaking(
      () => true,
      (from, { path }) => from.startsWith('applications/') && !(isShown(path) && isShared(from)),
    ),
  ).toEqual([])
  const importers = (of: readonly Source[]) =>
    of.filter(({ imports }) => imports.some(({ from }) => from === 'applications/shared/charting/chart-data')).length
  expect([importers(all), importers(sources('applications'))].every((count) => count > 0)).toBe(true)
})

test('an index only gathers its own folder', () => {
  const index = (path: string) => indexed.some((folder) => path === `${folder}/index.ts`)
  expect(breaking(index, (from, { path }) => isOwn(from) && !from.startsWith(path.replace('/index.ts', '')))).toEqual(
    [],
  )
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
  const importersOf = (module = '') =>
    all
      .filter(({ imports }) => imports.some(({ from, typeOnly }) => from === module && !typeOnly))
      .map(({ path }) => path)
      .sort()
  const [table, virtual] = ['open-readable-table', 'open-virtual'].map(
    (name) => `worker/datasets/lines-api/read/${name}`,
  )
  const api = 'worker/datasets/lines-api'
  expect(importersOf(table)).toEqual([`${api}/read/open-lines.ts`, `${api}/read/open-virtual.ts`])
  expect(importersOf(virtual)).toEqual([`${api}/index.ts`, `${api}/read/open-lines.ts`])
  // All lines of the children are read by the finalization alone; readers see the lines that they have permission for.
  const openingLeaves = all.filter(({ text }) => /\bopenLeaves\b/.test(text)).map(({ path }) => path)
  expect(openingLeaves.sort()).toEqual([
    'queues/processing/stages/finalize-virtual.ts',
    `${api}/index.ts`,
    `${api}/read/open-virtual.ts`,
  ])
})

test('lines are queried in SQL in few places', () => {
  const withSql = all
    .filter(({ text }) => /['"`]\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP) /.test(text))
    .map(({ path }) => path)
  for (const path of withSql) expect(path).toMatch(/^worker\/(lines|db|datasets\/(lines-api|ods-api))\//)
})

describe('the shape', () => {
  test.each([...all, ...sources('applications')].map(({ path, text }) => [path, text.split('\n').length] as const))(
    '%s has at most 300 lines',
    (path, length) => {
      expect(length, path).toBeLessThanOrEqual(300)
    },
  )

  test('no folder is named after nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|common|lib|misc|services|controllers|models)$/
    expect(folders('worker', 'queues', 'tests', 'applications').filter((path) => empty.test(path))).toEqual([])
  })

  test('no test sleeps, and no source is silenced', () => {
    // Cut in two, so that this file does not hold what it looks for.
    const silenced = new RegExp(['@ts-', 'ignore|@ts-', 'expect-error|@ts-', 'nocheck'].join(''))
    for (const { path, text } of sources('worker', 'queues', 'tests', 'applications')) {
      expect(silenced.test(text), path).toBe(false)
      if (path.startsWith('tests/')) expect(text, path).not.toMatch(/setTimeout\(\w+, ?[1-9]/)
    }
  })

  test('modules that test files share register no hook when they are imported', () => {
    // A module is loaded once for many files: its hooks would belong to the first of them.
    const registers = (text: string) => /^(before|after)(Each|All)\(/m.test(text)
    const shared = sources('tests/support').filter(({ path }) => path !== 'tests/support/setup.ts')
    expect(shared.filter(({ text }) => registers(text)).map(({ path }) => path)).toEqual([])
  })
})
