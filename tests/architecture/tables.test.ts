/** Tables that must agree: variables and their documentation, sentences and their translations. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configVariables } from '../../worker/config'
import { describe as say } from '../../worker/errors'
import { catalogues } from '../../worker/pages/messages'
import { problems } from '../../worker/problems'
import { root } from './sources'

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

describe('the table of variables in README.md', () => {
  const readme = join(root, 'README.md')

  test('is there', () => {
    expect(existsSync(readme)).toBe(true)
  })

  test('lists every variable that the code reads, and no other', () => {
    const documented = [...readFileSync(readme, 'utf8').matchAll(/^\|\s*`([A-Z][A-Z0-9_]*)`\s*\|/gm)].map(
      ([, name]) => name,
    )
    expect(documented.sort()).toEqual([...configVariables, 'PORT', 'STATE_DIR'].sort())
  })
})

describe.each(Object.entries(problems))('the problem %s', (code, { status, en, fr }) => {
  test('is said in both languages, with the same values', () => {
    expect(code).toMatch(/^[a-z][a-z0-9-]+$/)
    expect(status).toBeGreaterThanOrEqual(400)
    for (const text of [en, fr]) expect(text.trim().length).toBeGreaterThan(5)
    expect(placeholders(fr)).toEqual(placeholders(en))
  })

  test('leaves no placeholder unfilled', () => {
    const params = Object.fromEntries(placeholders(en).map((name) => [String(name), 'x']))
    for (const language of ['en', 'fr'] as const) {
      // The keys of the table are the codes.
      const text = say({ code: code as keyof typeof problems, params }, language)
      expect(text.replace('PATCH {}', '')).not.toMatch(/[{}]/)
    }
  })
})

describe('the sentences of the pages', () => {
  test.each(Object.entries(catalogues.en))('%s is said in French, with the same values', (key, english) => {
    const french = new Map<string, string>(Object.entries(catalogues.fr)).get(key)
    expect(french?.trim()).toBeTruthy()
    expect(placeholders(french ?? '')).toEqual(placeholders(english))
  })

  test('no French sentence is left over', () => {
    expect(Object.keys(catalogues.fr).sort()).toEqual(Object.keys(catalogues.en).sort())
  })
})
