import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextDatabase, withDatabase } from '../../scripts/databases.mjs'
import { presets, writeCsv } from './generator.mjs'
import { linesTables } from './lines-database.mjs'
import { publish } from './publish.mjs'
import { ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const databases = 6
/** Six databases hold the lines of the preset and their search index, and five do not. */
const databaseBytes = 65_000_000

const requests = {
  list: 'lines?size=20&select=_i,text1,kw1,int1',
  'deep page': 'lines?size=20&after=1500000&select=_i,text1,kw1,int1',
  'filter-eq': 'lines?kw1_eq=cat-beta&size=20&sort=_i&select=_i,text1,kw1,int1',
  range: 'lines?int1_gte=500000&int1_lte=500100&size=100&sort=int1,_i&select=_i,int1',
  sort: 'lines?sort=-int2,_i&size=20&select=_i,int2',
  'sort text': 'lines?sort=text1,_i&size=20&select=_i,text1',
  search: 'lines?q=musée%20quartier&q_mode=simple&sort=_i&size=20&select=_i,text1',
  'page of 10 000': 'lines?size=10000&sort=_i&select=_i,text1,kw1,int1,date1',
  collapse: 'lines?collapse=kw1&sort=kw1,_i&size=20&select=_i,kw1',
  groups: 'values_agg?field=kw1&metric=avg&metric_field=int1',
  'groups of dates': 'values_agg?field=date1&interval=month&agg_size=100&metric=sum&metric_field=int2',
  'groups of groups': 'values_agg?field=kw1;date1&interval=value;year&agg_size=10;10&metric=max&metric_field=int1',
  'large groups': 'values_agg?field=int1&interval=2000&agg_size=1000',
  stats: 'metric_agg?metric=stats&field=int1',
  cardinality: 'metric_agg?metric=cardinality&field=kw1',
  values: 'values/kw1?sort=asc&size=20',
}

/** 2 M lines in one database, and over six that are full at 65 MB: the time of each, and equal responses. */
export async function benchSegments({ scale, say }) {
  const folder = makeFolder()
  const csv = join(folder, 'lines.csv')
  await writeCsv(csv, 'tall', { rows: Math.round(presets.tall.rows * scale) })
  const variables = {
    WRANGLER_CONFIG: configOf(folder, databases),
    LINES_DATABASE_BYTES: String(Math.round(databaseBytes * scale)),
  }
  const one = await published(join(folder, 'one'), csv, {})
  const several = await published(join(folder, 'several'), csv, variables)
  const rows = [
    { what: 'finalized after', one: seconds(one.ms), several: seconds(several.ms), ratio: ratio(several.ms, one.ms) },
  ]
  for (const [what, path] of Object.entries(requests)) {
    const [expected, given] = [await timed(one, path), await timed(several, path)]
    if (expected.text !== given.text) throw new Error(`${what}: ${expected.text}\nis not\n${given.text}`)
    rows.push({ what, one: seconds(expected.ms), several: seconds(given.ms), ratio: ratio(given.ms, expected.ms) })
  }
  await one.server.stop()
  await several.server.stop()
  say(`${linesTables(join(folder, 'several')).length} databases have lines`)
  removeFolder(folder)
  return rows
}

/** A configuration with several databases of lines. */
function configOf(folder, count) {
  let toml = readFileSync('wrangler.toml', 'utf8')
  for (let at = 1; at < count; at++) {
    const id = `00000000-0000-0000-0000-${String(at + 1).padStart(12, '0')}`
    toml = withDatabase(toml, { ...nextDatabase(toml), id })
  }
  const path = join(folder, 'wrangler.toml')
  writeFileSync(path, toml.replace('worker/index.ts', join(process.cwd(), 'worker/index.ts')))
  return path
}

async function published(state, csv, variables) {
  const server = await startServer(state, { variables })
  const { dataset, finalizeMs } = await publish(server, csv)
  return { server, id: dataset.id, ms: finalizeMs }
}

/** The response without what depends on the instance and on the time, and the median of three times. */
async function timed({ server, id }, path) {
  const times = []
  let text = ''
  for (let run = 0; run < 3; run++) {
    const started = performance.now()
    const response = await fetch(
      `${server.url}/api/v1/datasets/${id}/${path}${path.includes('?') ? '&' : '?'}run=${run}`,
      {
        headers: { 'x-apikey': server.apiKey },
      },
    )
    text = await response.text()
    times.push(performance.now() - started)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`)
  }
  const compared = text
    .replace(/"next":"[^"]*",?/, '')
    .replace(/"meta":\{"hints":[^}]*\},?/, '')
    .replaceAll(/\d+\.\d{5,}/g, (number) => String(Number(Number(number).toPrecision(9))))
  return { text: compared, ms: times.sort((a, b) => a - b)[1] }
}
