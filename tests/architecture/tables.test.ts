/** Tables that must agree: configuration variables and their documentation, messages and their translations. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configVariables } from '../../worker/config'
import { describe as say } from '../../worker/errors'
import { messages } from '../../worker/pages/messages'
import { problems } from '../../worker/problems'
import { root, sources } from './sources'

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
    expect(documented.sort()).toEqual(
      [...configVariables, 'INSPECTOR_PORT', 'PORT', 'SEED_FILE', 'STATE_DIR', 'WRANGLER_CONFIG'].sort(),
    )
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

describe('the codes of problems', () => {
  const code = sources('worker', 'queues')
    .filter(({ path }) => !path.startsWith('worker/problems/'))
    .map(({ path, text }) => ({ path, text }))

  test('each is thrown or reported somewhere', () => {
    const texts = code.map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, '')).join('\n')
    expect(Object.keys(problems).filter((name) => !texts.includes(`'${name}'`))).toEqual([])
  })

  test('each that a docstring names exists', () => {
    const named = code.flatMap(({ path, text }) =>
      [...text.matchAll(/@throws([\s\S]*?)(?:\*\/|\n \* @)/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/`([a-z]+(?:-[a-z0-9]+)+)`/g)].map(([, name = '']) => ({ path, name })),
      ),
    )
    expect(named.length).toBeGreaterThan(200)
    expect(named.filter(({ name }) => !Object.hasOwn(problems, name))).toEqual([])
  })
})

test('each limit is used', () => {
  const limits = sources('worker/limits').flatMap(({ text }) =>
    [...text.matchAll(/^ {2,}(\w+):/gm)].map(([, name]) => name),
  )
  const code = sources('worker', 'queues').filter(({ path }) => !path.startsWith('worker/limits/'))
  const words = new Set(code.flatMap(({ text }) => text.match(/\w+/g) ?? []))
  expect(limits.length).toBeGreaterThan(300)
  expect(limits.filter((name = '') => !words.has(name))).toEqual([])
})

describe('the sentences of the pages', () => {
  const pages = sources('worker/pages')
    .filter(({ path }) => !path.includes('/messages/'))
    .map(({ text }) => text)
    .join('\n')

  test.each(Object.entries(messages))('%s is said in both languages, with the same values', (_, { en, fr }) => {
    for (const text of [en, fr]) expect(text.trim()).not.toBe('')
    expect(placeholders(fr)).toEqual(placeholders(en))
    expect(fr.split('|').length).toBe(en.split('|').length)
  })

  test('every sentence is said somewhere', () => {
    // `facet:owner` is said as `facet:${name}`.
    const unsaid = Object.keys(messages).filter((key) => {
      const [group, rest] = key.split(':')
      return (
        !pages.includes(`'${key}'`) &&
        !pages.includes(`"${key}"`) &&
        !(rest !== undefined && pages.includes(`\`${group}:`))
      )
    })
    expect(unsaid).toEqual([])
  })
})
