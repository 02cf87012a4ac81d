/** The download size of each bundled application. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApplications } from '../../../scripts/applications.mjs'
import { bundled } from '../../../worker/applications/base/bundled'
import { root } from '../../architecture/sources'

const maxBytes = 250_000
const folder = mkdtempSync(join(tmpdir(), 'fairway-applications-'))
beforeAll(() => buildApplications(root, folder))
afterAll(() => rmSync(folder, { recursive: true }))

test('each built application is registered', () => {
  expect(readdirSync(folder).sort()).toEqual(bundled.map(({ name }) => name).sort())
})

test.each(bundled)('$name has at most 250 kB of code, compressed, and a small thumbnail', ({ name }) => {
  const files = readdirSync(join(folder, name))
  const bytes = files
    .filter((file) => /\.(html|css|js)$/.test(file))
    .map((file) => brotliCompressSync(readFileSync(join(folder, name, file))).length)
  expect(bytes.length).toBeGreaterThan(2)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxBytes)
  const thumbnail = readFileSync(join(folder, name, 'thumbnail.png')).length
  expect(thumbnail).toBeGreaterThan(5_000)
  expect(thumbnail).toBeLessThan(100_000)
})

test.each(bundled)('$name has the placeholder of the service once, and its own version', ({ name }) => {
  const page = readFileSync(join(folder, name, 'index.html'), 'utf8')
  expect(page.split('%APPLICATION%')).toHaveLength(2)
  expect(page).not.toContain('%LOADER%')
  expect(page).toMatch(/<meta name="version" content="\d+\.\d+">/)
})
