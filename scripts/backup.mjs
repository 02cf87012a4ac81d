// Writes an instance to a folder, or fills an empty instance from one (docs/operation.md):
//   npm run backup -- <folder>            npm run backup -- <folder> --remote
//   npm run restore -- <folder>           npm run restore -- <folder> --remote
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { backUpBucket, restoreBucket } from './backup/bucket.mjs'
import { backUpDatabase, readSchema, restoreDatabase } from './backup/database.mjs'
import { openStores } from './backup/stores.mjs'

/** Files of the state folder that belong to a local instance. */
const ownFiles = ['secrets.json', 'credentials.json']

const publishedTables = `select segment.value->>'$.shard' as shard, lines->>'$.run' as run
  from (select published->'$.lines' as lines from datasets union all select draft->'$.lines' from datasets),
    json_each(coalesce(lines->'$.segments', json_array(json(lines)))) as segment where lines is not null`

const [verb, path, ...options] = process.argv.slice(2)
if ((verb !== 'backup' && verb !== 'restore') || !path || options.some((option) => option !== '--remote')) {
  console.error('usage: npm run backup -- <folder> [--remote], npm run restore -- <folder> [--remote]')
  process.exit(2)
}
// The metadata hold sessions and hashes, and the folder may be there already, open to other users of the machine.
process.umask(0o077)
const folder = resolve(path)
const remote = options.includes('--remote')
const state = resolve(process.env.STATE_DIR ?? '.local')
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
if (verb === 'backup' && !remote && !existsSync(join(state, 'data'))) fail(`there is no instance in ${state}`)
if (verb === 'restore' && !existsSync(join(folder, 'files.ndjson'))) fail(`there is no complete backup in ${folder}`)

const stores = await openStores({ state, remote })
try {
  await (verb === 'backup' ? backUp() : restore())
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await stores.close()
}

/** Metadata first: files that it refers to stay for a day after they are replaced. Tables stay for minutes, and are checked. */
async function backUp() {
  const metadata = stores.databases.get('DB')
  const running = await metadata.prepare('select count(*) as n from runs where failed = 0').first('n')
  if (running > 0) throw new Error(`${running} processing runs are under way: try again when they have ended`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  const { results: published } = await metadata.prepare(publishedTables).all()
  const found = new Set()
  for (const [name, database] of stores.databases) {
    for (const table of await backUpDatabase(database, join(folder, name))) found.add(`${name}.${table}`)
  }
  const lost = published.filter(({ shard, run }) => !found.has(`LINES_${shard}.lines_${run}`))
  if (lost.length > 0) throw new Error(`${lost.length} datasets have changed meanwhile: try again in another folder`)
  const files = await backUpBucket(stores.bucket, folder)
  if (!remote) for (const name of ownFiles) copyFileSync(join(state, name), join(folder, name))
  console.log(`${stores.databases.size} databases and ${files} files are in ${folder}`)
}

async function restore() {
  const names = readdirSync(folder).flatMap((name) => /^(.*)\.ndjson$/.exec(name)?.[1] ?? [])
  const databases = names.filter((name) => name !== 'files')
  for (const name of databases) {
    const database = stores.databases.get(name)
    if (!database) throw new Error(`wrangler.toml binds no database ${name}`)
    if ((await readSchema(database)).tables.length > 0) throw new Error(`the database ${name} is not empty`)
  }
  if ((await stores.bucket.list({ limit: 1 })).objects.length > 0) throw new Error('the bucket is not empty')
  for (const name of databases) await restoreDatabase(stores.databases.get(name), join(folder, name))
  // Bookmarks are those of the databases that were backed up.
  const metadata = stores.databases.get('DB')
  for (const column of ['published', 'draft']) {
    const segments = `${column}->'$.lines.segments'`
    const unmarked = `(select json_group_array(json_remove(value, '$.bookmark')) from json_each(${segments}))`
    await metadata.batch([
      metadata.prepare(`update datasets set ${column} = json_remove(${column}, '$.lines.bookmark')`),
      metadata.prepare(
        `update datasets set ${column} = json_set(${column}, '$.lines.segments', ${unmarked}) where ${segments} is not null`,
      ),
    ])
  }
  const files = await restoreBucket(stores.bucket, folder)
  const own = remote ? [] : ownFiles.filter((name) => existsSync(join(folder, name)))
  for (const name of own) copyFileSync(join(folder, name), join(state, name))
  console.log(`${databases.length} databases and ${files} files are restored`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
