import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { benchBulk } from './editable-bulk.mjs'
import { benchBulkMemory } from './editable-memory.mjs'
import { benchSingle, benchWide } from './editable-single.mjs'
import { makeFolder, removeFolder } from './server.mjs'
import { shell } from './sqlite.mjs'

const parts = { single: benchSingle, wide: benchWide, bulk: benchBulk, memory: benchBulkMemory }

/** Line writes: one by one beside the INSERT of a floor Worker, in bulk beside the sqlite3 shell. */
export async function benchEditable({ scale, only, say }) {
  // Says at once that the shell is missing.
  await shell(':memory:', [])
  const folder = makeFolder()
  const rows = []
  for (const [name, bench] of Object.entries(parts)) {
    if (only && !only.split(',').includes(name)) continue
    say(name)
    const own = join(folder, name)
    mkdirSync(own)
    for (const { what, ...figures } of await bench({ folder: own, scale, say })) {
      rows.push({
        what,
        seconds: figures.seconds,
        'per s': figures.perSecond,
        p50: figures.p50,
        p99: figures.p99,
        ratio: figures.ratio,
        'cpu ms': figures.cpu === undefined ? undefined : Math.round(figures.cpu * 100) / 100,
        'cpu ratio': figures.cpuRatio,
        'peak above idle MB': figures.peak,
        'heap of the service MB': figures.heap,
        'heap of the database MB': figures.databaseHeap,
      })
    }
    removeFolder(own)
  }
  removeFolder(folder)
  return rows
}
