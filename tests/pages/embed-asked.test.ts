/** The query parameters of embeds. */
import { describe, expect, test } from 'vitest'
import { keyOf, town } from '../support/accounts'
import { publish, read, untilFinalized, upload } from '../support/datasets'
import { lat, lon } from '../support/fields'
import { ask } from '../support/http'
import { application } from '../support/links'
import { page, published } from './support'

const towns = `town,people,note,lat,lon
${[3, 2, 1, 9].map((people, at) => `${at % 2 ? 'Brest' : 'Rennes'},${people},note ${at},48.${at},-1.7`).join('\n')}
`

/** Lines with places, readable by all. */
async function located(): Promise<{ id: string; key: string }> {
  const key = await keyOf()
  const { id } = await published(key, {}, towns)
  const concepts: Record<string, string> = { lat, lon }
  const schema = (await read(id, key)).schema?.map((one) => ({ ...one, 'x-refersTo': concepts[one.key] ?? null }))
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema } })
  await untilFinalized(id, key)
  return { id, key }
}

const rows = (html: string) => [...html.matchAll(/<th class="line-number" scope="row">/g)].length
const headers = (html: string) =>
  [...html.matchAll(/class="column-name".*?<span class="label">(.*?)<\/span>/g)].map(([, name]) => name)

describe('a table', () => {
  test('applies filters of this dataset and of its concepts only', async () => {
    const { id } = await located()
    const counted = async (query: string) => rows((await page(`/embed/dataset/${id}/table?${query}`)).html)
    expect(await counted(`_d_${id}_town_eq=Brest`)).toBe(2)
    expect(await counted('_d_another_town_eq=Brest')).toBe(4)
    expect(await counted('_c_latitude_gte=48.2')).toBe(2)
    expect(await counted('_c_unknown_eq=x')).toBe(4)
  })

  test('a list filter with one value is shown as an equality', async () => {
    const { id } = await located()
    const { html } = await page(`/embed/dataset/${id}/table?town_in=Brest`)
    expect(html).toContain('town = Brest')
    expect((await page(`/embed/dataset/${id}/table?town_in=Brest,Rennes`)).html).toContain('Brest,Rennes')
  })

  test('a fixed column is the first one, and stays visible', async () => {
    const { id } = await located()
    const { html } = await page(`/embed/dataset/${id}/table?cols=town,people&fixed=people`)
    expect(headers(html)).toEqual(['people', 'town'])
    expect(html).toContain('<table class="grid fixed"')
  })

  test('selectable lines have their ids', async () => {
    const { id } = await located()
    const { html } = await page(`/embed/dataset/${id}/table?selectable=true`)
    expect([...html.matchAll(/<tr data-id="[^"]+"/g)]).toHaveLength(4)
    expect((await page(`/embed/dataset/${id}/table`)).html).not.toContain('data-id=')
  })

  test('its downloads are filtered', async () => {
    const { id } = await located()
    const { html } = await page(`/embed/dataset/${id}/table?town_eq=Brest`)
    const [, href = ''] = /<a href="([^"]+table\.csv[^"]*)"/.exec(html) ?? []
    const csv = await page(new URL(href).pathname + new URL(href).search)
    expect([csv.status, csv.html.trim().split('\n')]).toEqual([200, expect.objectContaining({ length: 3 })])
  })
})

test('a draft is shown with a key that grants it, and the published version otherwise', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, 'a,b\nold,1\n')
  await upload('a,b\nnew,1\n', { key, id, method: 'PUT', query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const cell = async (name: string, query = '') =>
    /<td class="text">(.*?)<\/td>/.exec((await page(`/embed/dataset/${name}/table${query}`)).html)?.[1]
  expect([await cell(id), await cell(id, '?draft=true')]).toEqual(['old', 'old'])
  const linked = (classes: string[]) => ({ owner: town, datasets: { [id]: { classes } }, keys: [classes.join('-')] })
  await application(linked(['read']))
  await application(linked(['read', 'readAdvanced']))
  expect(await cell(`read%3A${id}`, '?draft=true')).toBe('old')
  expect(await cell(`read-readAdvanced%3A${id}`, '?draft=true')).toBe('new')
  const secret = await publish('a\n1\n', { key })
  expect((await page(`/embed/dataset/${secret.id}/table?draft=true`)).status).toBe(403)
})

describe('a map', () => {
  test('has a colour for each value of a category, with links that filter by one value, then several', async () => {
    const { id } = await located()
    const links = async (query: string) => {
      const { html } = await page(`/embed/dataset/${id}/map?category=town${query}`)
      const legend = /<nav class="legend".*?<\/nav>/s.exec(html)?.[0] ?? ''
      return [...legend.matchAll(/href="[^"?]+\?([^"]*)"/g)].map(([, asked]) =>
        Object.fromEntries(new URLSearchParams(asked?.replaceAll('&amp;', '&'))),
      )
    }
    const category = 'town'
    const [first, second] = ['Brest', 'Rennes']
    expect(await links('')).toEqual(
      expect.arrayContaining([
        { category, town_eq: first },
        { category, town_eq: second },
      ]),
    )
    expect(await links(`&town_eq=${first}`)).toEqual(
      expect.arrayContaining([{ category }, { category, town_in: `${first},${second}` }]),
    )
    expect(await links(`&town_in=${first},${second}`)).toEqual(
      expect.arrayContaining([
        { category, town_eq: first },
        { category, town_eq: second },
      ]),
    )
    const { html } = await page(`/embed/dataset/${id}/map?category=town`)
    expect(html.replaceAll('&quot;', '"')).toContain('"colors":{"by":"category","field":"town"')
  })

  test('without interaction has no choices and no links in its legend; cols are those of its popups', async () => {
    const { id } = await located()
    const still = (await page(`/embed/dataset/${id}/map?category=town&interaction=false&cols=town,note`)).html
    expect(still).not.toContain('map-choices')
    expect(/<nav class="legend".*?<\/nav>/s.exec(still)?.[0]).not.toContain('<a ')
    const fields = /data-fields="([^"]*)"/.exec(still)?.[1]?.replaceAll('&quot;', '"') ?? ''
    expect((JSON.parse(fields) as { key: string }[]).map(({ key }) => key)).toEqual(['town', 'note'])
  })

  test.each(['note', 'absent'])('explains that %s gives no categories', async (field) => {
    const { id } = await located()
    const french = { headers: { 'accept-language': 'fr' } }
    const { status, html } = await page(`/embed/dataset/${id}/map?category=${field}`, french)
    expect(status).toBe(200)
    expect(html.replaceAll('&quot;', '"')).toContain(
      `La colonne «\u202f${field}\u202f» ne permet pas de catégoriser la carte`,
    )
  })
})

test('downloads have the columns, the header and the filters of the address', async () => {
  const { id } = await located()
  const { html } = await page(`/embed/dataset/${id}/download?select=town,people&header=false&_c_latitude_gte=48.2`)
  const [, href = ''] = /<a href="([^"]+table\.csv[^"]*)"/.exec(html) ?? []
  const { pathname, search } = new URL(href.replaceAll('&amp;', '&'))
  expect((await page(pathname + search)).html.trim().split('\n')).toEqual(['"Rennes",1', '"Brest",9'])
  expect(html).toContain('table.xlsx?select=town')
  // A file that is whole is not offered in the place of a part.
  expect(html).not.toContain('data.parquet')
})
