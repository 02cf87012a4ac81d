/** The review of a file whose columns have other headers: each is proposed to be a former one, which it then stays. */
import { expect, test } from 'vitest'
import { keyFor } from '../support/applications'
import { lines, publish, read, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { ask } from '../support/http'
import { createVirtual } from '../support/virtual'
import { page, submit } from './support'

const towns = ['Dinan', 'Lannion', 'Brest']
const file = (header: string) => `${header}\n${towns.map((town, at) => `${town},${at},ref${at}`).join('\n')}\n`
const settings = { title: 'Town', description: 'Where it is', 'x-labels': { Dinan: 'Dinan (22)' } }

/** A dataset whose column `nom` has settings, and a file that waits. */
async function waiting(header = 'name,places,ref') {
  const key = await keyFor()
  const { id, schema } = await publish(file('nom,places,code'), { key })
  const json = { schema: schema.map((field) => (field.key === 'nom' ? { ...field, ...settings } : field)) }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  const { id: virtual } = await createVirtual(key, ['nom'], { children: [id] })
  await upload(file(header), { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const review = async (fields?: Record<string, string>, language = 'en') => {
    const headers = { 'accept-language': language }
    if (!fields) return (await page(`/dataset/${id}/review`, { key, headers })).html
    const answer = await submit(`/dataset/${id}/review`, fields, { key, headers })
    return answer.status === 200 || answer.status === 409 ? answer.text() : `${answer.status}`
  }
  return { id, key, virtual, review }
}

/** The values that the browser sends for the inputs of a page; the first choice of a select where none is chosen. */
function valuesOf(html: string): Record<string, string> {
  const form = /<form[^>]*class="review-form"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const inputs = [...form.matchAll(/<input ([^>]*)>/g)].flatMap(([, attributes = '']): [string, string][] => {
    const isUnchecked = attributes.includes('type="checkbox"') && !attributes.includes('checked')
    const name = /name="([^"]*)"/.exec(attributes)?.[1]
    return name && !isUnchecked ? [[name, /value="([^"]*)"/.exec(attributes)?.[1] ?? '']] : []
  })
  const selects = [...form.matchAll(/<select name="([^"]*)"[\s\S]*?<\/select>/g)].map(([select, name = '']) => {
    const value = /value="([^"]*)" selected/.exec(select)?.[1] ?? /value="([^"]*)"/.exec(select)?.[1] ?? ''
    return [name, value]
  })
  return Object.fromEntries([...inputs, ...selects])
}

test('the former column is proposed with its reason, and published with its key, title, description and labels', async () => {
  const { id, key, virtual, review } = await waiting()
  const html = await review()
  expect(html).toContain('Proposed: 100% of the values are the same, such as Dinan')
  expect(await review(undefined, 'fr')).toContain('des valeurs sont les mêmes')
  const sent = valuesOf(html)
  expect(sent).toMatchObject({ 'renamed:nom': 'name', 'renamed:code': 'ref', 'title-1': 'Town' })
  // Nothing breaks: nothing has to be confirmed, nor is listed as using lost columns.
  expect(html).not.toContain('name="anyway"')
  expect(html).not.toContain('What uses these columns')
  expect(await review({ ...sent, action: 'publish' })).toBe('303')
  await untilJournaled(id, key, 'draft-validated')
  const { schema } = await read(id, key)
  expect(schema.slice(0, 3).map((field) => field.key)).toEqual(['nom', 'places', 'code'])
  expect(schema[0]).toMatchObject({ 'x-originalName': 'name', ...settings })
  expect((await lines(virtual, 'nom_eq=Brest', key)).total).toBe(1)
})

test('renamed columns are at the place of the former ones, in the columns and in the first rows', async () => {
  const { review } = await waiting()
  const html = await review()
  const [columns = '', rows = ''] = html.split('First rows</h2>')
  const headers = [...columns.matchAll(/<th scope="row">([^<]+)<code>/g)].map(([, header]) => header)
  expect(headers).toEqual(['Town', 'places', 'code'])
  const shown = [...rows.matchAll(/<th scope="col"[^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, header]) => header)
  expect(shown).toEqual(['Town', 'places', 'code'])
  // The inputs keep the positions of their columns.
  expect(valuesOf(html)).toMatchObject({ 'renamed:nom': 'name', 'renamed:code': 'ref' })
  expect(columns).toMatch(
    /<th scope="row">Town<code>in the file: name<\/code><code>nom<\/code>[\s\S]*?value="Town"[\s\S]*?<th scope="row">places/,
  )
})

test('a choice that is taken back shows what breaks then, which has to be confirmed', async () => {
  const { id, key, review } = await waiting()
  const sent = valuesOf(await review())
  const html = await review({ ...sent, 'renamed:nom': '', action: 'show' })
  expect(html).toContain('name="anyway"')
  expect(html).toContain('Publish without Town: charts and links that use it may stop working')
  expect(html).toMatch(/All of them<\/a> \(Town\)/)
  expect(valuesOf(html)).toMatchObject({ 'renamed:nom': '', 'renamed:code': 'ref', 'title-1': '' })
  expect(await review({ ...sent, 'renamed:nom': '', action: 'publish' })).toContain(
    'Check the box beside the button to go on.',
  )
  expect(await review({ ...sent, 'renamed:nom': '', action: 'publish', anyway: 'true' })).toBe('303')
  await untilJournaled(id, key, 'draft-validated')
  const { schema } = await read(id, key)
  expect(schema.slice(0, 3).map((field) => field.key)).toEqual(['places', 'code', 'name'])
  expect(schema[2]?.title).toBeUndefined()
})

test('what was typed stays after other choices, and is published', async () => {
  const { id, key, review } = await waiting()
  const typed = { ...valuesOf(await review()), 'title-0': 'Seats', 'title-1': 'Municipality' }
  const without = valuesOf(await review({ ...typed, 'renamed:nom': '', action: 'show' }))
  expect(without).toMatchObject({ 'title-0': 'Seats', 'title-1': 'Municipality' })
  const again = valuesOf(await review({ ...without, 'renamed:nom': 'name', action: 'show' }))
  expect(again).toMatchObject({ 'title-0': 'Seats', 'title-1': 'Municipality', 'renamed:nom': 'name' })
  expect(await review({ ...again, action: 'publish' })).toBe('303')
  await untilJournaled(id, key, 'draft-validated')
  const titles = (await read(id, key)).schema.slice(0, 2).map(({ key: one, title }) => [one, title])
  expect(titles).toEqual([
    ['nom', 'Municipality'],
    ['places', 'Seats'],
  ])
})

test('one new column for two former ones is refused, with all choices', async () => {
  const { review } = await waiting()
  const sent = { ...valuesOf(await review()), 'renamed:code': 'name' }
  expect(await review({ ...sent, action: 'publish' })).toContain('Two columns are now the same new column')
})

test('a column that the file of a draft lacks has its title again in the next one', async () => {
  const { id, key } = await waiting()
  const before = (await read(id, key)).schema.map(({ key: one, title }) => [one, title])
  await upload('nom,places,code\nDinan,12,A1\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const draft = await read(id, key, '?draft=true')
  expect(draft.schema.map(({ key: one, title }) => [one, title])).toEqual(before)
})

test('a file without new columns offers no choice', async () => {
  const { review } = await waiting('nom,places,nom2')
  expect(await review()).toContain('renamed:code')
  const { id, key } = await waiting('nom,places,code')
  expect((await page(`/dataset/${id}/review`, { key })).html).not.toContain('renamed:')
})
