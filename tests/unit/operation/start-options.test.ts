/** The command line of `npm start`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
const state = join(folder, 'state')
const start = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
    encoding: 'utf8',
    env: { ...process.env, STATE_DIR: state },
    timeout: 30_000,
  })

afterAll(() => rmSync(folder, { recursive: true }))

test.each(['--help', '-h'])('%s prints each variable of the README with its default, and starts nothing', (option) => {
  const { status, stdout } = start(option)
  expect(status).toBe(0)
  const names = [...readFileSync('README.md', 'utf8').matchAll(/^\| `([A-Z][A-Z_]*)` \|/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} \\(default: .+\\)$`, 'm'))
  expect(stdout).toContain('PORT (default: 8787)')
  expect(stdout).not.toMatch(/`|\]\(/)
  expect(existsSync(state)).toBe(false)
})

test.each([['--port=80'], ['-x'], ['serve'], ['--help=yes']])('%s is refused by name', (argument) => {
  const { status, stderr } = start(argument)
  expect(status).toBe(2)
  expect(stderr).toContain(argument.split('=')[0])
  expect(existsSync(state)).toBe(false)
})
