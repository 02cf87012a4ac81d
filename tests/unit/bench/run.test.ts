import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the modules of all benchmarks are found by Node, and a wrong name lists them', async () => {
  const run = join(import.meta.dirname, '../../bench/run.mjs')
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [run, 'none'], (error, _, text) => resolve({ code: error?.code, stderr: text }))
  })
  expect(stderr).toContain('Unknown benchmark: none\nnpm run bench -- ingest | small | lines')
  expect(code).toBe(2)
})
