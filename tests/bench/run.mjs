// npm run bench -- ingest | small | lines | map | memory | export | sockets | editable | workbook | attachments | applications | mqtt | collectors | schedules | extensions | catalogue | search | segments | typing | endurance | all [--scale 0.1]
// For `lines`: [--presets mixed,ingest,small] [--only list,sort] [--floor bare|service] [--state folder], which is kept.
// For `endurance`: [--minutes 60]. `all` leaves it out.
// Prints tables and keeps them as JSON in results/. Compares in the same run on the same machine; never fails on time.
import { parseArgs } from 'node:util'
import { benchApplications } from './applications.mjs'
import { benchAttachments } from './attachments.mjs'
import { benchCatalogue } from './catalogue.mjs'
import { benchCollectors } from './collectors.mjs'
import { benchEditable } from './editable.mjs'
import { benchEndurance } from './endurance.mjs'
import { benchExport } from './export.mjs'
import { benchExtensions } from './extensions.mjs'
import { benchIngest } from './ingest.mjs'
import { benchLines } from './lines.mjs'
import { benchMap } from './map.mjs'
import { benchMemory } from './memory.mjs'
import { benchMqtt } from './mqtt.mjs'
import { printTable, saveResult } from './report.mjs'
import { benchSchedules } from './schedules.mjs'
import { benchSearch } from './search.mjs'
import { benchSegments } from './segments.mjs'
import { benchSmall } from './small.mjs'
import { benchSockets } from './sockets.mjs'
import { benchTyping } from './typing.mjs'
import { benchWorkbook } from './workbook.mjs'

const benches = {
  ingest: benchIngest,
  small: benchSmall,
  lines: benchLines,
  map: benchMap,
  memory: benchMemory,
  export: benchExport,
  sockets: benchSockets,
  editable: benchEditable,
  workbook: benchWorkbook,
  attachments: benchAttachments,
  applications: benchApplications,
  mqtt: benchMqtt,
  collectors: benchCollectors,
  schedules: benchSchedules,
  extensions: benchExtensions,
  catalogue: benchCatalogue,
  search: benchSearch,
  segments: benchSegments,
  typing: benchTyping,
  endurance: benchEndurance,
}

/** `lines` against a Worker with nothing but a database, or with all that wrangler.toml puts around the service. */
const floors = ['bare', 'service']

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    presets: { type: 'string' },
    state: { type: 'string' },
    floor: { type: 'string', default: 'bare' },
    minutes: { type: 'string', default: '60' },
  },
})
const scale = Number(values.scale)
const minutes = Number(values.minutes)
const short = Object.keys(benches).filter((name) => name !== 'endurance')
const asked = positionals.includes('all') ? short : positionals
const unknown = asked.filter((name) => !Object.hasOwn(benches, name))
if (asked.length === 0 || unknown.length > 0 || !(scale > 0) || !(minutes > 0) || !floors.includes(values.floor)) {
  if (unknown.length > 0) console.error(`Unknown benchmark: ${unknown.join(', ')}`)
  console.error(
    `npm run bench -- ${Object.keys(benches).join(' | ')} | all [--scale 0.1] [--presets mixed] [--only list,sort] [--floor bare|service] [--state folder] [--minutes 60]`,
  )
  process.exit(2)
}

let failed = false
for (const name of asked) {
  console.log(`\n${name}${scale === 1 ? '' : ` at scale ${scale}`}`)
  try {
    const rows = await benches[name]({
      scale,
      only: values.only,
      presets: values.presets,
      state: values.state,
      floor: values.floor,
      minutes,
      say: (text) => console.log(`  ${text}`),
    })
    console.log()
    printTable(rows)
    console.log(`→ ${saveResult(name, { scale, floor: values.floor, rows })}`)
  } catch (error) {
    failed = true
    console.error(error instanceof Error ? error.message : error)
  }
}
// Figures decide nothing here; a benchmark that could not run does.
process.exit(failed ? 1 : 0)
