/** The page of a map without its script: choices, legends of colours and sizes, data for the script. */
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { read, untilFinalized } from '../support/datasets'
import { lat, lon } from '../support/fields'
import { ask } from '../support/http'
import { page, published } from './support'

const kinds = Array.from({ length: 14 }, (_, at) => `kind ${String.fromCharCode(97 + at)}`)
// The kind of a row comes as often as its place in the alphabet is early.
const rows = kinds.flatMap((kind, at) =>
  Array.from(
    { length: 20 - at },
    (_, more) => `${kind},${at * 100 + more},name ${at}-${more},48.${at + 10},-2.${more + 10}`,
  ),
)
const content = `kind,people,name,lat,lon\n${rows.join('\n')}\n`

describe('a map', () => {
  let [id, key] = ['', '']
  beforeEach(async () => {
    key = await keyOf()
    id = (await published(key, {}, content)).id
    const concepts: Record<string, string> = { lat, lon }
    const schema = (await read(id, key)).schema?.map((one) => ({ ...one, 'x-refersTo': concepts[one.key] ?? null }))
    await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema } })
    await untilFinalized(id, key)
  })
  const open = async (query = '') => {
    const answer = await page(`/dataset/${id}/map${query}`)
    const told = /data-drawn="([^"]*)"/.exec(answer.html)?.[1] ?? '{}'
    // Written by the page.
    const drawn = JSON.parse(told.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as {
      lines: string
      colors?: { by: string; field: string; bounds?: number[]; colors?: unknown[]; values?: { value: string }[] }
      radius?: { field: string; max: number }
    }
    return { ...answer, drawn }
  }
  const legendOf = (html: string) => /<nav class="legend".*?<\/nav>/s.exec(html)?.[0] ?? ''
  const textOf = (html: string) => html.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')

  test('offers numbers for colours and sizes, and columns whose values repeat for colours', async () => {
    const { html, drawn } = await open()
    const options = (name: string) =>
      [
        ...(new RegExp(`<select name="${name}">(.*?)</select>`, 's').exec(html)?.[1] ?? '').matchAll(
          /value="([^"]*)"/g,
        ),
      ].map(([, value]) => value)
    expect(options('color')).toEqual(['', 'kind', 'people'])
    expect(options('radius')).toEqual(['', 'people'])
    expect([drawn.colors, drawn.radius]).toEqual([undefined, undefined])
    expect(html).not.toContain('name="method"')
  })

  test('has classes of a number, which filter, and do not depend on filters', async () => {
    const { html, drawn } = await open('?color=people&classes=4&method=equal')
    const { bounds = [], colors = [] } = drawn.colors ?? {}
    expect([bounds.length, colors.length]).toEqual([3, 4])
    expect(legendOf(html)).toContain(`people_gte=${bounds[0]}&amp;people_lt=${bounds[1]}`)
    const filtered = await open(`?color=people&classes=4&method=equal&people_gte=${bounds[0]}&people_lt=${bounds[1]}`)
    expect(filtered.drawn.colors).toEqual(drawn.colors)
    expect(legendOf(filtered.html).match(/aria-current/g)).toHaveLength(1)
    expect(filtered.drawn.lines).toContain(`people_gte=${bounds[0]}`)
    expect(textOf(filtered.html)).toContain(`people ≥ ${bounds[0]}`)
  })

  test('has colours for the ten most frequent values, and one for the others', async () => {
    const { html, drawn } = await open('?color=kind')
    expect(drawn.colors?.values?.map(({ value }) => value)).toEqual(kinds.slice(0, 10))
    expect(textOf(legendOf(html))).toContain('|Other values|')
  })

  test('has circles sized by a number, up to the largest one', async () => {
    const { html, drawn } = await open('?radius=people')
    expect(drawn.radius).toEqual({ field: 'people', max: 1_306 })
    expect(textOf(html)).toContain('|people|60|300|1,000|')
  })

  test('keeps its settings out of data requests; other tabs pass them on', async () => {
    const { html, drawn } = await open('?color=people&radius=people&view=9/48/-2&kind_eq=kind+a&method=natural')
    expect(new URL(drawn.lines).searchParams.get('kind_eq')).toBe('kind a')
    expect(drawn.lines).not.toMatch(/color|radius|view|method|classes/)
    expect(html).toMatch(
      /\/table\?color=people&amp;radius=people&amp;view=9%2F48%2F-2&amp;kind_eq=kind\+a&amp;method=natural"/,
    )
    expect(legendOf(html)).not.toContain('view=')
    expect(drawn.lines).toContain('finalizedAt=')
  })

  test.each([
    '?color=%3Cscript%3Ealert(1)%3C/script%3E&radius=x',
    '?color=people&classes=99999999999&method=eval&view=%22onload%3D',
    '?color=constructor&category=__proto__',
    `?color=people&people_gte=${'9'.repeat(400)}`,
    '?color=name&radius=kind',
  ])('is served with %s', async (query) => {
    const { status, html } = await open(query)
    expect(status).toBe(200)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('"onload=')
  })

  test('permits geolocation on map pages only', async () => {
    const policyOf = async (path: string) => (await page(path)).headers.get('permissions-policy')
    for (const path of [`/dataset/${id}/map`, `/embed/dataset/${id}/map`]) {
      expect(await policyOf(path)).toContain('geolocation=(self)')
    }
    for (const path of [`/dataset/${id}/table`, `/embed/dataset/${id}/table`, '/']) {
      expect(await policyOf(path)).toContain('geolocation=()')
    }
  })
})
