/** A type chosen for a column that has other values: what becomes of them is chosen before anything is saved. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { lines, publish, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { bulk, createEditable, getLine, untilRefreshed } from '../support/editable'
import { origin } from '../support/http'
import { type Fields, page, submit } from './support'

const table = 'name,n,day\nA,1,12/03/2024\nB,2,13/03/2024\nC,n.c.,?\nD,4,14/03/2024\n'

async function save(id: string, fields: Fields, key: string) {
  const answer = await submit(`/dataset/${id}/edit`, { part: 'schema', ...fields }, { key })
  return { status: answer.status, html: await answer.text() }
}
const notice = async (id: string, key: string) => (await page(`/dataset/${id}`, { key })).html

test('the cells that are not of a new type are told and emptied on request, also in the next files', async () => {
  const key = await keyOf()
  const { id } = await publish(table, { key })
  const asked = await save(id, { 'type-1': 'integer' }, key)
  expect(asked.status).toBe(409)
  expect(asked.html).toContain('1 cell is not of this type: “n.c.”')
  expect(asked.html).toContain('<option value="integer" selected="">')
  expect((await lines(id, 'select=n', key)).results[2]?.n).toBe('n.c.')
  expect((await save(id, { 'type-1': 'integer', 'invalid-1-integer': 'empty' }, key)).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'select=name,n', key)).results.map(({ name, n }) => [name, n])).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', undefined],
    ['D', 4],
  ])
  expect(await notice(id, key)).toContain('Values left empty because they do not match the type of their column: 1.')
  await upload('name,n,day\nA,-,12/03/2024\nB,7,12/03/2024\n', { key, id })
  await untilJournaled(id, key, 'draft-validated')
  expect((await lines(id, 'select=n', key)).results.map(({ n }) => n)).toEqual([undefined, 7])
})

test('rows are left out on request, and dates keep the notation of most of them', async () => {
  const key = await keyOf()
  const { id } = await publish(table, { key })
  const asked = await save(id, { 'type-2': 'date' }, key)
  expect([asked.status, asked.html.includes('1 cell is not of this type: “?”')]).toEqual([409, true])
  expect((await save(id, { 'type-2': 'date', 'invalid-2-date': 'leave' }, key)).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'select=day', key)).results.map(({ day }) => day)).toEqual([
    '2024-03-12',
    '2024-03-13',
    '2024-03-14',
  ])
})

test('a value among thousands of others is told, in the review and afterwards', async () => {
  const key = await keyOf()
  const rows = (cell: string) =>
    Array.from({ length: 3_500 }, (_, at) => `r${at},${at === 3_200 ? cell : `${at},5`},${at % 2}\n`).join('')
  const content = `name;amount;even\n${rows('n.c.').replace(/^(r\d+),(.*),(\d)$/gm, '$1;$2;$3')}`
  const { id } = await upload(content, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const shown = await submit(`/dataset/${id}/review`, { action: 'show', 'type-1': 'number' }, { key })
  expect(await shown.text()).toContain('1 cell is not of this type: “n.c.”')
  const chosen = { action: 'publish', 'type-1': 'number', 'invalid-1-number': 'empty' }
  expect((await submit(`/dataset/${id}/review`, chosen, { key })).status).toBe(303)
  expect((await untilFinalized(id, key)).count).toBe(3_500)
})

test('numbers with a unit are read without it, also beside a cell without number', async () => {
  const key = await keyOf()
  const cells = Array.from({ length: 20 }, (_, at) => (at === 7 ? 'n.c.' : `"${at},50 €"`))
  const { id } = await publish(`name,rent\n${cells.map((cell, at) => `r${at},${cell}\n`).join('')}`, { key })
  const asked = await save(id, { 'type-1': 'number' }, key)
  expect([asked.status, asked.html.includes('1 cell is not of this type: “n.c.”')]).toEqual([409, true])
  expect(asked.html).toContain('name="invalid-1-number" value="leave"')
  expect((await save(id, { 'type-1': 'number', 'invalid-1-number': 'empty' }, key)).status).toBe(303)
  await untilFinalized(id, key)
  const { results, total } = await lines(id, 'select=rent&size=9', key)
  expect([total, results.slice(6).map(({ rent }) => rent)]).toEqual([20, [6.5, undefined, 8.5]])
})

test('a type that no value has is refused, and rows are left out only where few are', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\nB,x\nC,y\n', { key })
  const none = await save(id, { 'type-0': 'number', 'invalid-0-number': 'empty' }, key)
  expect([none.status, none.html.includes('The values are not of this type: “A”, “B”, “C”.')]).toEqual([409, true])
  const most = await save(id, { 'type-1': 'integer', 'invalid-1-integer': 'leave' }, key)
  expect([most.status, most.html.includes('value="leave"'), most.html.includes('value="empty"')]).toEqual([
    409,
    false,
    true,
  ])
})

test('the review tells the cells that are not of a chosen type, and the type changes of the selected types', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nA,1\nB,2\nC,3\n', { key })
  await upload('name,n\nA,1\nB,n.c.\nC,3\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('n (whole number → text)')
  const shown = await submit(`/dataset/${id}/review`, { action: 'show', 'type-1': 'integer' }, { key })
  const html = await shown.text()
  expect(html).toContain('1 cell is not of this type: “n.c.”')
  expect(html).not.toContain('whole number → text')
  const leave = { action: 'show', 'type-1': 'integer', 'invalid-1-integer': 'leave' }
  expect(await (await submit(`/dataset/${id}/review`, leave, { key })).text()).toContain('<dt>Rows left out</dt>')
  const unasked = await submit(`/dataset/${id}/review`, { action: 'publish', 'type-1': 'integer' }, { key })
  expect(unasked.status).toBe(409)
  const chosen = { action: 'publish', 'type-1': 'integer', 'invalid-1-integer': 'empty' }
  const done = await submit(`/dataset/${id}/review`, chosen, { key })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}`])
  await untilJournaled(id, key, 'draft-validated')
  expect((await lines(id, 'select=n', key)).results.map(({ n }) => n)).toEqual([1, undefined, 3])
})

test('numbers that are read without their unit do not block a file that has a cell without number', async () => {
  const key = await keyOf()
  const rents = ['rent', '512,50 €', '600,00 €', '700,25 €'].map((cell) => `"${cell}"\n`).join('')
  const { id } = await upload(rents, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  const [, expression = ''] = /name="number-expression-0" value="([^"]+)"/.exec(html) ?? []
  const fields = { 'type-0': 'number', 'number-expression-0': expression.replaceAll('&quot;', '"') }
  expect((await submit(`/dataset/${id}/review`, { action: 'publish', ...fields }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  await upload('rent\n"800,00 €"\nn.c.\n', { key, id })
  await untilJournaled(id, key, 'draft-validated', 2)
  expect((await lines(id, 'select=rent', key)).results.map(({ rent }) => rent)).toEqual([800, undefined])
  expect(await notice(id, key)).toContain('rent: “n.c.” (row 3)')
})

test('a column of amounts with another value becomes numbers: its title has the unit, its rows may be left out', async () => {
  const key = await keyOf()
  const amounts = ['1 200,50 €', '350 €', '4 500,75 €', 'à préciser', '12 €', '80 €']
  const table = (cells: readonly string[]) =>
    `projet;Montant TTC\n${cells.map((cell, at) => `P${at};${cell}\n`).join('')}`
  const { id } = await upload(table(amounts), { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const path = `/dataset/${id}/review`
  const hint = 'Most values are numbers with the unit'
  expect((await page(path, { key })).html).toContain(hint)
  const fields = { 'type-1': 'number', 'title-1': '' }
  const html = await (await submit(path, { action: 'show', ...fields }, { key })).text()
  expect(html).not.toContain(hint)
  expect(html).toContain('name="title-1" value="Montant TTC (€)"')
  expect(html).toContain('name="invalid-1-number" value="empty"')
  expect(html).toContain('name="invalid-1-number" value="leave"')
  const [, samples = ''] = /<td class="quiet samples"[^>]*>(<span title="1 200,50 €">.*?)<\/td>/.exec(html) ?? []
  expect(samples).toContain('4,500.75')
  expect(samples).not.toContain('préciser')
  const leave = { ...fields, 'title-1': 'Montant TTC (€)', 'invalid-1-number': 'leave' }
  const left = await (await submit(path, { action: 'show', ...leave }, { key })).text()
  expect(left.slice(left.indexOf('data-region="rows"'))).not.toContain('P3')
  // The text has its unit.
  const text = await submit(path, { action: 'show', ...leave, 'type-1': 'string' }, { key })
  expect(await text.text()).toContain('name="title-1" value=""')
  expect((await submit(path, { action: 'publish', ...leave }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  const amountsOf = async () => (await lines(id, 'sort=_i', key)).results.map(({ montant_ttc }) => montant_ttc)
  expect(await amountsOf()).toEqual([1200.5, 350, 4500.75, 12, 80])
  expect(await notice(id, key)).toContain('à préciser')
  await upload(table(['7 €', 'n.c.', '8,50 €']), { key, id })
  await untilJournaled(id, key, 'draft-validated', 2)
  expect(await amountsOf()).toEqual([7, 8.5])
})

test('the values of an editable dataset that are not of a new type are kept, after a notice', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'n', type: 'string' }] })
  await bulk(id, key, [{ n: '1' }, { n: '2' }, { _id: 'c', n: 'n.c.' }])
  await untilRefreshed(id, key)
  const asked = await save(id, { 'type-0': 'integer' }, key)
  expect([asked.status, asked.html.includes('They are kept in their rows but cannot be searched.')]).toEqual([
    409,
    true,
  ])
  expect((await save(id, { 'type-0': 'integer', 'invalid-0-integer': 'keep' }, key)).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'sort=_i', key)).results.map(({ n }) => n)).toEqual([1, 2, undefined])
  expect(await (await getLine(id, key, 'c')).json()).toMatchObject({ n: 'n.c.' })
})

test('texts that would lose their leading zeros become numbers only once this is accepted', async () => {
  const key = await keyOf()
  // Words beside the codes: the column was read as text.
  const { id } = await publish('name,code\nA,01000\nB,99\nC,n.c.\nD,02100\n', { key })
  const emptied = { 'type-1': 'integer', 'invalid-1-integer': 'empty' }
  const asked = await save(id, emptied, key)
  expect(asked.status).toBe(409)
  expect(asked.html).toContain('2 values lose their leading zeros: “01000” becomes 1000.')
  expect((await save(id, { ...emptied, 'zeros-1-integer': 'remove' }, key)).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'select=code', key)).results.map(({ code }) => code)).toEqual([1000, 99, undefined, 2100])
})

test('an editable dataset and a review ask about leading zeros too', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'code', type: 'string' }] })
  await bulk(id, key, [{ code: '007' }, { code: '0' }, { code: '0.5' }])
  await untilRefreshed(id, key)
  expect((await save(id, { 'type-0': 'number' }, key)).html).toContain(
    '1 value loses its leading zeros: “007” becomes 7.',
  )
  const draft = await upload('name,code\nA,01000\nB,02100\n', { key, query: '?draft=true' })
  await untilFinalized(draft.id, key, '?draft=true')
  const shown = await submit(`/dataset/${draft.id}/review`, { action: 'show', 'type-1': 'integer' }, { key })
  expect(await shown.text()).toContain('2 values lose their leading zeros: “01000” becomes 1000.')
  const refused = await submit(`/dataset/${draft.id}/review`, { action: 'publish', 'type-1': 'integer' }, { key })
  expect(refused.status).toBe(409)
})

test('the note about rows that the publisher chose to leave out is a warning, below the confirmation', async () => {
  const key = await keyOf()
  const rows = Array.from({ length: 40 }, (_, at) => `row ${at},${at}\n`).join('')
  const { id } = await upload(`name,n\n${rows}x,n.c.\n`, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const leave = { action: 'publish', 'type-1': 'integer', 'invalid-1-integer': 'leave' }
  const published = await submit(`/dataset/${id}/review`, leave, { key })
  expect(published.status).toBe(303)
  await untilFinalized(id, key)
  const [cookie = ''] = (published.headers.get('set-cookie') ?? '').split(';')
  const { html } = await page(`/dataset/${id}`, { key, headers: { cookie } })
  expect(html).not.toContain('notice danger')
  expect(html).toMatch(
    /Your data is ready\.<\/strong> Only you and people with access see it\.[\s\S]*<details class="notice warning folded">.*?<p role="status">\d+% of the rows have an error\. Rows that were rejected[^<]*: 1\./,
  )
  expect(await notice(id, key)).toContain('Rows that were rejected')
})
