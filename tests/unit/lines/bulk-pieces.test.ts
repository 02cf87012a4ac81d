/** `readActions` yields groups of bounded size from body chunks of any size. */
import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { readActions } from '../../../worker/lines/write/parse-actions'
import type { WriteSchema } from '../../../worker/lines/write/write-schema'

const count = 300_000
const bodies = {
  ndjson: '{}\n'.repeat(count),
  json: `[${'{},'.repeat(count - 1)}{}]`,
}
// Not read for these formats.
const writeSchema = {} as WriteSchema

async function* chunk(bytes: Uint8Array) {
  yield bytes
}

describe.each(['json', 'ndjson'] as const)('%s', (format) => {
  test.each([false, true])('compressed: %s', async (gzip) => {
    const bytes = strToU8(bodies[format])
    const source = { bytes: chunk(gzip ? gzipSync(bytes) : bytes), format, gzip, maxBytes: 100_000_000 }
    let [sum, largest] = [0, 0]
    for await (const group of readActions(source, writeSchema, () => {})) {
      sum += group.length
      largest = Math.max(largest, group.length)
    }
    expect(sum).toBe(count)
    expect(largest).toBeLessThanOrEqual(limits.http.bodyChunkBytes / 2)
  })
})
