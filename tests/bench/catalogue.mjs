// Lists and pages of a small and of a large catalogue: the cost must not follow the number of datasets.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { columnsOf, mulberry32, rowsOf } from './generator.mjs'
import { databasePath } from './lines-database.mjs'
import { spentBy } from './processes.mjs'
import { open, publish, signIn } from './publish.mjs'
import { median, ratio } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const sizes = [100, 10_000]
const organizations = 1_000
const times = 21

const words = [
  'budget',
  'écoles',
  'transports',
  'forêts',
  'arbres',
  'élections',
  'musées',
  'marchés',
  'bâtiments',
  'énergie',
]
const requests = {
  list: '/api/v1/datasets?size=20',
  'list, public only': '/api/v1/datasets?size=20&visibility=public&select=id,title,-userPermissions',
  'deep page': '/api/v1/datasets?size=20&page=5&sort=title',
  search: '/api/v1/datasets?size=20&q=budget écoles',
  'rare word': '/api/v1/datasets?size=20&q=numéro-42x',
  facets: '/api/v1/datasets?size=0&facets=owner,visibility,topics,concepts,keywords,publicationSites,status',
  'permission filter': '/api/v1/datasets?size=20&can=read,writeData',
  'home page': '/',
  'home page, search': '/?q=budget',
  sitemap: '/sitemap.xml',
  catalogue: '/catalog.ttl',
}

const operatorRequests = {
  list: requests.list,
  facets: requests.facets,
  overview: '/api/v1/admin/overview',
  metrics: '/api/v1/admin/metrics',
  'overview page': '/admin',
  'accounts page': '/admin/owners',
}

/** Times of requests of an anonymous reader, of a member, of a key and of the operator, at both sizes: processor time, and elapsed. */
export async function benchCatalogue({ scale, say }) {
  const measured = []
  for (const size of sizes) {
    const folder = makeFolder()
    const state = join(folder, 'state')
    const csv = join(folder, 'places.csv')
    writeFileSync(csv, [columnsOf('small').map(({ key }) => key), ...rowsOf('small', 200)].map(String).join('\n'))
    let server = await startServer(state)
    const { dataset } = await publish(server, csv)
    await open(server, dataset.id)
    await server.stop()
    copyDataset(databasePath(state, 'datasets'), dataset.id, Math.round(size * scale))
    server = await startServer(state)
    const cookie = await signIn(server)
    say(`${Math.round(size * scale)} datasets`)
    const readers = [
      ['anonymous', {}, requests],
      ['member', { cookie }, requests],
      ['key', { 'x-apikey': server.apiKey }, requests],
      ['operator', { cookie: await operatorCookie(server, cookie) }, operatorRequests],
    ]
    const row = {}
    for (const [reader, headers, asked] of readers) {
      for (const [what, path] of Object.entries(asked)) {
        row[`${what} · ${reader}`] = await timesOf(server, path, headers)
      }
    }
    measured.push(row)
    await server.stop()
    removeFolder(folder)
  }
  const [small, large] = measured
  return Object.keys(small).map((what) => ({
    what,
    'small cpu': small[what].cpu,
    'large cpu': large[what].cpu,
    'cpu ratio': ratio(large[what].cpu, small[what].cpu),
    'small ms': small[what].ms,
    'large ms': large[what].ms,
    'small first': small[what].first,
    'large first': large[what].first,
  }))
}

/** The session of the administrator, as a super-administrator. */
async function operatorCookie({ url }, cookie) {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/session/admin-mode`, { method: 'PUT', headers, body: '{"active":true}' })
  if (!answer.ok) throw new Error(`admin mode: ${answer.status}`)
  return [cookie, ...answer.headers.getSetCookie().map((set) => set.split(';')[0])].join('; ')
}

/** Milliseconds of a request: of its first time, the median of the next ones, and their processor time. */
async function timesOf({ url, pid }, path, headers) {
  const once = async () => {
    const started = performance.now()
    const response = await fetch(`${url}${path}`, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return performance.now() - started
  }
  const first = await once()
  const [spent, before] = [[], spentBy(pid)]
  for (let time = 0; time < times; time++) spent.push(await once())
  return { first, ms: median(spent), cpu: (spentBy(pid) - before) / times }
}

/** Copies the row of a dataset, and its preview, with other titles, owners, keywords, topics, dates and visibilities. */
function copyDataset(path, id, count) {
  const database = new DatabaseSync(path)
  const columns = database
    .prepare("select name from pragma_table_info('datasets')")
    .all()
    .map(({ name }) => name)
  const original = database.prepare('select * from datasets where id = ?').get(id)
  const insert = database.prepare(
    `insert into datasets (${columns.map((name) => `"${name}"`)}) values (${columns.map(() => '?')})`,
  )
  const copyPreview = database.prepare(
    'insert into previews select ?, version, content, picture from previews where dataset_id = ?',
  )
  const draw = mulberry32(7)
  const pick = (list) => list[Math.floor(draw() * list.length)]
  database.exec('begin')
  for (let at = 1; at < count; at++) {
    const title = `${pick(words)} ${pick(words)} numéro-${at}x`
    const metadata = JSON.parse(original.metadata)
    metadata.title = title
    metadata.keywords = [pick(words), pick(words)]
    metadata.topics = [{ id: `topic-${at % 12}`, title: `Topic ${at % 12}`, color: '#0d6b5a' }]
    const created = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
    const row = {
      ...original,
      id: `copy${String(at).padStart(20, '0')}`,
      slug: `copy-${at}`,
      owner_id: at % 3 === 0 ? original.owner_id : `org-${at % organizations}`,
      owner_name: at % 3 === 0 ? original.owner_name : `Organization ${at % organizations}`,
      metadata: JSON.stringify(metadata),
      sort_title: fold(title),
      search_text: fold([title, ...metadata.keywords].join(' ')),
      visibility: at % 4 === 0 ? 'private' : 'public',
      permissions: at % 4 === 0 ? '[]' : original.permissions,
      created_at: created,
      updated_at: created,
    }
    insert.run(...columns.map((name) => row[name]))
    copyPreview.run(row.id, id)
  }
  database.exec('commit')
  database.close()
}

const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
