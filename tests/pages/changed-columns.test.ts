/** Computed columns that are there: their list, and the change of one. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { keyFor, registerBefore } from '../support/applications'
import { lines, publish, read, untilFinalized, untilJournaled, untilSettled, upload } from '../support/datasets'
import { ask } from '../support/http'
import { page, submit } from './support'

registerBefore()

const administrator = async () => (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
const formula = (key: string, title: string, expr: string) => ({
  type: 'exprEval',
  expr,
  property: { key, title, type: 'number', description: 'kept' },
})

async function computed() {
  const key = await keyFor()
  const prices = await publish('name,price,unit\nOne,3,a\nTwo,2,b\n', { key, fileName: 'prices.csv' })
  const { id } = await publish('name,visits\nOne,12\nTwo,5\n', { key })
  const looked = {
    ...{ type: 'remoteService', remoteService: `dataset:${prices.id}`, action: 'equals_name' },
    ...{ inputs: { name: 'name' }, propertyPrefix: '_prices', select: ['price'] },
  }
  const extensions = [formula('twice', 'Twice', 'visits * 2'), looked, formula('half', 'Half', 'twice / 4')]
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { extensions } })
  await untilSettled(id, key)
  return { id, key, prices, headers: await administrator() }
}

test('the edit page lists them, each with the form of its definition', async () => {
  const { id, prices, headers } = await computed()
  const { html } = await page(`/dataset/${id}/edit`, { headers })
  expect(html).toMatch(/<strong>Twice<\/strong><code>visits \* 2<\/code>/)
  expect(html).toMatch(/<strong>price<\/strong><span class="quiet">prices</)
  const form = await page(`/dataset/${id}/add-column?edit=0`, { headers })
  expect(form.html).toContain('visits * 2')
  expect(form.html).toContain('name="edit" value="0"')
  // The preview is that of the column, which is not refused for its own key.
  expect(form.html).not.toContain('role="alert"')
  const looked = (await page(`/dataset/${id}/add-column?edit=1`, { headers })).html
  expect(looked).toContain(`value="${prices.id}" selected`)
  expect(looked).toMatch(/name="output" value="price" checked/)
  expect(looked).not.toContain('role="alert"')
})

test('a changed formula keeps its key, its place and its other settings', async () => {
  const { id, key, headers } = await computed()
  const fields = { from: 'formula', edit: '0', title: 'Three times', type: 'number', expr: 'visits * 3' }
  const answer = await submit(`/dataset/${id}/add-column`, fields, { headers })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('/edit#extensions')])
  await untilSettled(id, key)
  const { extensions } = (await read(id, key)) as unknown as { extensions: { property?: object; expr?: string }[] }
  expect(extensions).toHaveLength(3)
  expect(extensions[0]).toMatchObject({
    expr: 'visits * 3',
    property: { key: 'twice', title: 'Three times', description: 'kept' },
  })
  expect((await lines(id, 'sort=name', key)).results[0]).toMatchObject({ name: 'One', twice: 36, half: 9 })
})

test('another output of a dataset is chosen', async () => {
  const { id, key, prices, headers } = await computed()
  const fields = [
    ...[
      ['from', 'dataset'],
      ['edit', '1'],
      ['source', prices.id],
      ['key', 'name'],
      ['column', 'name'],
    ],
    ...[
      ['output', 'unit'],
      ['prefix', 'prices'],
    ],
  ]
  expect((await submit(`/dataset/${id}/add-column`, fields, { headers })).status).toBe(303)
  await untilSettled(id, key)
  expect((await lines(id, 'sort=name', key)).results[0]).toMatchObject({ '_prices.unit': 'a' })
})

test('a file without a column of a formula names the formula and the column, in the language of the reader', async () => {
  const { id, key, headers } = await computed()
  await upload('name,seen\nOne,12\nTwo,5\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true').catch(() => undefined)
  const en = (await page(`/dataset/${id}/review`, { headers })).html
  expect(en).toContain('Twice uses visits.')
  expect(en).not.toContain('undefined variable')
  const french = { ...headers, 'accept-language': 'fr' }
  const fr = (await page(`/dataset/${id}/review`, { headers: french })).html
  expect(fr).toContain('Twice utilise visits.')
  for (const tab of ['', '/table', '/journal']) {
    const inEnglish = (await page(`/dataset/${id}${tab}`, { headers })).html
    expect(inEnglish).toContain('Twice uses visits.')
    const inFrench = (await page(`/dataset/${id}${tab}`, { headers: french })).html
    expect(inFrench).toContain('Twice utilise visits.')
    for (const html of [inEnglish, inFrench]) expect(html).not.toMatch(/undefined variable|enrichissement obligatoire/)
  }
  // The journal of the API has the text that its clients read.
  const events = await ask<{ data?: string }[]>(`/api/v1/datasets/${id}/journal`, { key })
  expect(events[0]?.data).toContain("2 ligne(s) en échec d'enrichissement obligatoire")
  expect(events[0]).not.toHaveProperty('problem')
})

test('a row whose formula fails is named with the title of the column, in the language of the reader', async () => {
  const { id, key, headers } = await computed()
  await upload('name,visits\nOne,many\nTwo,5\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true').catch(() => undefined)
  const { html } = await page(`/dataset/${id}/review`, { headers })
  expect(html).toContain('Twice, row 1: “many” is not a number.')
  const journal = await page(`/dataset/${id}/journal`, { headers: { ...headers, 'accept-language': 'fr' } })
  expect(journal.html).toContain('Une colonne n’a pas de valeur dans 1 ligne')
  expect(journal.html).toMatch(/Twice, ligne 1\u00a0: «\u202fmany\u202f» n’est pas un nombre\./)
})

test('a file is published without the computed columns whose columns it lacks, after a choice', async () => {
  const { id, key, headers } = await computed()
  await upload('name\nOne\nTwo\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true').catch(() => undefined)
  const failed = (await page(`/dataset/${id}/review`, { headers })).html
  // The formula that uses the broken one is broken too.
  expect(failed).toContain('Half uses Twice.')
  expect(failed).toContain(`/dataset/${id}/add-column?edit=0`)
  const without = [
    ['action', 'leaveOutComputed'],
    ...['twice', 'half'].map((one) => ['leftOutComputed', one] as [string, string]),
  ] as [string, string][]
  for (const [name, value] of without) expect(failed).toContain(`name="${name}" value="${value}"`)
  expect((await submit(`/dataset/${id}/review`, without, { headers })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { headers })).html
  expect(review).toContain('The computed columns Twice, Half leave the dataset')
  expect(review).toContain('Publish without visits, Twice, Half')
  // Readers keep the columns until the file is published.
  expect((await lines(id, 'sort=name', key)).results[0]).toMatchObject({ twice: 24 })
  expect(await read(id, key)).toMatchObject({ extensions: [{}, {}, {}] })
  const unconfirmed = await submit(`/dataset/${id}/review`, { action: 'publish' }, { headers })
  expect(unconfirmed.status).toBe(409)
  expect((await submit(`/dataset/${id}/review`, { action: 'publish', anyway: 'true' }, { headers })).status).toBe(303)
  await untilJournaled(id, key, 'draft-validated')
  expect((await lines(id, 'sort=name', key)).results[0]).not.toHaveProperty('twice')
  const { extensions } = (await read(id, key)) as unknown as { extensions: object[] }
  expect(extensions).toMatchObject([{ action: 'equals_name' }])
})

test('a file is published without the columns of a dataset whose input it lacks', async () => {
  const { id, key, prices, headers } = await computed()
  await upload('visits\n12\n5\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true').catch(() => undefined)
  const failed = (await page(`/dataset/${id}/review`, { headers })).html
  expect(failed).toContain('price uses name.')
  const identity = `dataset:${prices.id}/equals_name`
  expect(failed).toContain(`name="leftOutComputed" value="${identity}"`)
  const without = { action: 'leaveOutComputed', leftOutComputed: identity }
  expect((await submit(`/dataset/${id}/review`, without, { headers })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { headers })).html
  expect(review).toContain('The computed column price leaves the dataset')
  expect((await submit(`/dataset/${id}/review`, { action: 'publish', anyway: 'true' }, { headers })).status).toBe(303)
  await untilJournaled(id, key, 'draft-validated')
  const { results } = await lines(id, 'sort=visits', key)
  expect(results).toMatchObject([
    { visits: 5, twice: 10 },
    { visits: 12, twice: 24 },
  ])
  expect(results[0]).not.toHaveProperty('_prices.price')
})

test('a discarded file leaves the formulas, and columns that are not computed are not left out', async () => {
  const { id, key, headers } = await computed()
  await upload('name\nOne\nTwo\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true').catch(() => undefined)
  const reread = (leftOutComputed: string[], status: number) =>
    ask(`/api/v1/datasets/${id}/draft`, { key, method: 'PATCH', json: { leftOutComputed } }, status)
  await reread(['name'], 400)
  await reread(['twice', 'half'], 200)
  await untilFinalized(id, key, '?draft=true')
  expect((await submit(`/dataset/${id}/review`, { action: 'cancel' }, { headers })).status).toBe(303)
  expect(await read(id, key)).toMatchObject({ extensions: [{}, {}, {}] })
  expect((await lines(id, 'sort=name', key)).results[0]).toMatchObject({ twice: 24, half: 6 })
})

test('a formula of a spreadsheet is offered as it is written here, with its quantities as in the table', async () => {
  const key = await keyFor()
  const { id } = await publish('club,amount\nJudo,16326.88\nGo,850\n', { key })
  const headers = await administrator()
  const form = async (expr: string) =>
    (
      await page(`/dataset/${id}/add-column?${new URLSearchParams({ from: 'formula', title: 'New', expr })}`, {
        headers,
      })
    ).html
  const french = await form('SI(Amount>1000;"big";"small")')
  expect(french).toContain('data-formula="IF(amount&gt;1000, &quot;big&quot;, &quot;small&quot;)"')
  expect(await form('IF(amount>1000, "big", "small")')).not.toContain('data-formula')
  const rounded = await form('round(amount * 1.2)')
  expect(rounded).toContain('19,592')
  expect(await form('amount / 0')).toContain('a division by zero')
})
