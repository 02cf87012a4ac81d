/** Installed dependencies: versions with security fixes, and no library known to be malicious. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sources } from './sources'

type Lock = { packages: Record<string, { version?: string; dev?: boolean; resolved?: string; integrity?: string }> }
// The lock file's own shape.
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>> // npm's

const versionsOf = (name: string) =>
  Object.entries(lock.packages).flatMap(([path, { version }]) =>
    path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`) ? (version ?? []) : [],
  )
const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)

function isAtLeast(version: string, floor: string): boolean {
  const [a, b] = [numbers(version), numbers(floor)]
  for (let i = 0; i < 3; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}

test.each([
  ['hono', '4.13.3'],
  ['drizzle-orm', '0.45.2'],
])('every %s is at least %s', (name, floor) => {
  const versions = versionsOf(name)
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) expect(isAtLeast(version, floor), version).toBe(true)
})

test.each(['xlsx', 'exceljs', 'node-ipc', 'event-stream', 'request'])('%s is not installed', (name) => {
  expect(versionsOf(name)).toEqual([])
})

test('nothing of ours uses a validator or a template that makes code out of text', () => {
  for (const { path, text, imports } of sources('worker', 'queues')) {
    for (const { from } of imports) expect(from, path).not.toMatch(/^(ajv|vm|node:vm|ejs|pug|lodash)\b/)
    expect(text, path).not.toMatch(/\beval\(|new Function\(|\bFunction\(/)
  }
})

test('dependencies are pinned to one version, and locked with their digest', () => {
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    expect(version, name).toMatch(/^\d/)
  }
  for (const [path, { resolved, integrity }] of Object.entries(lock.packages)) {
    if (resolved?.startsWith('http')) expect(integrity, path).toMatch(/^sha512-/)
  }
})
