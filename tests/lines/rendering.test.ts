import { beforeEach, describe, expect, test } from 'vitest'
import type { LineSource } from '../../worker/lines'
import { unionSource } from '../../worker/lines/query/union-source'
import type { Field } from '../../worker/schema/field'
import { ask, publish } from './tables'

const fields: Field[] = [
  { key: 'text', type: 'string', 'x-display': 'markdown' },
  { key: 'plain', type: 'string' },
  { key: 'n', type: 'integer', 'x-capabilities': { textStandard: false } },
]

describe('rendering', () => {
  let source: LineSource
  beforeEach(async () => {
    source = await publish(fields, [
      { text: 'This is a **markdown** text', plain: 'des configurations <b>utiles</b>', n: 1 },
      { text: '<script>alert(1)</script>\n\n[x](javascript:alert(1))', plain: `${'mot '.repeat(200)}`, n: 2 },
      { text: null, plain: null, n: 3 },
    ])
  })
  const texts = async (query: string) => (await ask(source, query)).results.map((line) => line.text)

  test('html renders Markdown as HTML without scripts', async () => {
    const [first, second, third] = await texts('html=true')
    expect(first).toBe('<p>This is a <strong>markdown</strong> text</p>')
    expect(second).not.toMatch(/<script|onerror=|href/)
    expect(third).toBeUndefined()
    expect(await texts('size=1')).toEqual(['This is a **markdown** text'])
  })

  test('html=vuetify adds the classes of Vuetify', async () => {
    const heading = await publish(fields, [{ text: '# Title', plain: null, n: 1 }])
    const shown = async (query: string) => (await ask(heading, query)).results.map((line) => line.text)
    expect(await shown('html=vuetify')).toEqual(['<h1 class="text-h3">Title</h1>'])
    expect(await shown('html=true')).toEqual(['<h1>Title</h1>'])
  })

  test('html is truncated by its visible text, with elements closed', async () => {
    expect(await texts('html=true&truncate=16&size=1')).toEqual(['<p>This is a <strong>markdo...</strong></p>'])
    expect(await texts('html=vuetify&truncate=16&size=1')).toEqual(['<p>This is a <strong>markdown</strong> text</p>'])
  })

  test('highlight marks the matches of a search, independently of select and truncate', async () => {
    const { results } = await ask(source, 'q=configu&q_mode=complete&highlight=plain,text&select=n&truncate=3')
    expect(results[0]).toMatchObject({
      n: 1,
      _highlight: {
        plain: ['des <em class="highlighted">configurations</em> &lt;b&gt;utiles&lt;/b&gt;'],
        text: ['This is a **markdown** text'],
      },
    })
  })

  test('highlight has at most five extracts, and the start of the text without matches', async () => {
    const line = (await ask(source, 'q=mot&highlight=plain')).results[0]
    expect(line).toHaveProperty('_highlight.plain.length', 5)
    const all = (await ask(source, 'highlight=plain')).results.map((line) => line._highlight)
    expect(all[1]).toEqual({ plain: [expect.stringMatching(/^(mot ?){70,80}$/)] })
    expect(all[2]).toEqual({ plain: [] })
  })

  test('highlight takes all the columns of a wide table', async () => {
    const keys = Array.from({ length: 120 }, (_, at) => `c${at}`)
    const wide = keys.map((key): Field => ({ key, type: 'string', ...(key === 'c90' ? { separator: ', ' } : {}) }))
    const row = Object.fromEntries(keys.map((key) => [key, key === 'c90' ? ['mot', 'autre'] : `mot ${key}`]))
    const [line] = (await ask(await publish(wide, [row]), `q=mot&highlight=${keys.join(',')},c0`)).results
    const marked = (text: string) => [`<em class="highlighted">mot</em>${text}`]
    expect(line?._highlight).toEqual(
      Object.fromEntries(keys.map((key) => [key, marked(key === 'c90' ? ', autre' : ` ${key}`)])),
    )
  })

  test('wide tables under each other are rendered', async () => {
    const keys = Array.from({ length: 140 }, (_, at) => `c${at}`)
    const wide = keys.map((key, at): Field => {
      if (at % 4 === 0) return { key, type: 'number' }
      if (at % 4 === 1) return { key, type: 'boolean' }
      return at % 4 === 2 ? { key, type: 'string', separator: ', ' } : { key, type: 'string', 'x-display': 'markdown' }
    })
    const values = [1.5, true, ['a "b"', 'c'], '**b**']
    const row = Object.fromEntries(keys.map((key, at) => [key, values[at % 4] ?? null]))
    const sources = [await publish(wide, [row]), await publish(wide, [row, { ...row, c100: null, c99: null }])]
    const rendered = [1.5, true, ['a "b"', 'c'], '<p><strong>b</strong></p>']
    const expected = Object.fromEntries(keys.map((key, at) => [key, rendered[at % 4]]))
    const { results } = await ask(unionSource(sources, wide), 'html=true&arrays=true&sort=c0')
    expect(results).toHaveLength(3)
    expect(results[0]).toMatchObject(expected)
    const { c100: _, c99: __, ...left } = expected
    expect(results.some((line) => line.c100 === undefined && line.c99 === undefined)).toBe(true)
    for (const line of results) expect(line).toMatchObject(left)
  })

  test.each([
    ['highlight=nope', 'field-unknown'],
    ['highlight=n', 'filter-refused'],
  ])('%s is refused as %s', async (query, code) => {
    await expect(ask(source, query)).rejects.toMatchObject({ code, status: 400 })
  })
})

test('highlight marks the words of qs too, but not those it excludes', async () => {
  const source = await publish([{ key: 'v', type: 'string' }], [{ v: 'oiseau chat gris' }])
  const marked = async (query: string) => (await ask(source, `highlight=v&qs=${query}`)).results[0]?._highlight
  const cat = { v: ['oiseau <em class="highlighted">chat</em> gris'] }
  expect([await marked('chat'), await marked('v.text:chat AND NOT v:chien')]).toEqual([cat, cat])
  expect(await marked('chat OR (oiseau -chat)')).toEqual({
    v: ['<em class="highlighted">oiseau</em> <em class="highlighted">chat</em> gris'],
  })
})
