// Lists the databases of lines in wrangler.toml, or creates the next one on Cloudflare and binds it:
//   npm run databases             npm run databases -- add             npm run databases -- add --local
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const binding = /\[\[d1_databases\]\]\nbinding = "LINES_(\d+)"\n(?:[a-z_]+ = .*\n)*/g

/** The databases of lines of a configuration, in its order. */
export function linesDatabases(toml) {
  return [...toml.matchAll(binding)].map(([block, shard]) => ({
    shard: Number(shard),
    name: /database_name = "(.*)"/.exec(block)?.[1],
    id: /database_id = "(.*)"/.exec(block)?.[1],
  }))
}

/** The configuration with a further database after the last one of lines. */
export function withDatabase(toml, { shard, name, id }) {
  const last = [...toml.matchAll(binding)].at(-1)
  if (!last) throw new Error('wrangler.toml binds no LINES_0')
  const end = last.index + last[0].length
  const block = `\n[[d1_databases]]\nbinding = "LINES_${shard}"\ndatabase_name = "${name}"\ndatabase_id = "${id}"\n`
  return toml.slice(0, end) + block + toml.slice(end)
}

/** The next database: its number, and its name after that of the first one. */
export function nextDatabase(toml) {
  const databases = linesDatabases(toml)
  const shard = Math.max(...databases.map((one) => one.shard)) + 1
  const first = databases.find((one) => one.shard === 0)?.name ?? 'fairway-lines-0'
  return { shard, name: `${first.replace(/-?0$/, '')}-${shard}` }
}

/** The id in what `wrangler d1 create` prints, as TOML or JSON. */
export const idIn = (output) => /database_id"?\s*[:=]\s*"([0-9a-f-]{36})"/.exec(output)?.[1]

/** An id that a local server accepts. */
const localId = (shard) => `00000000-0000-0000-0000-${String(shard + 1).padStart(12, '0')}`

function run([command, ...options]) {
  const path = fileURLToPath(new URL('../wrangler.toml', import.meta.url))
  const toml = readFileSync(path, 'utf8')
  if (command === undefined) {
    for (const { shard, name, id } of linesDatabases(toml)) console.log(`LINES_${shard}  ${name}  ${id}`)
    return
  }
  if (command !== 'add') throw new Error(`unknown command: ${command} (add)`)
  const next = nextDatabase(toml)
  const id = options.includes('--local') ? localId(next.shard) : create(next.name)
  writeFileSync(path, withDatabase(toml, { ...next, id }))
  console.log(
    `LINES_${next.shard} is bound to ${next.name} in wrangler.toml. Run \`npm run deploy\`: new tables are created there from then on.`,
  )
}

function create(name) {
  const output = execFileSync('npx', ['wrangler', 'd1', 'create', name], { encoding: 'utf8' })
  const id = idIn(output)
  if (!id) throw new Error(`wrangler printed no id of the database ${name}:\n${output}`)
  return id
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(process.argv.slice(2))
