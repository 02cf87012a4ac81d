/** The import of a file of rows into an editable dataset, in its pages and in the frame of a portal. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { limits } from '../../worker/limits'
import { keyOf, signedIn } from '../support/accounts'
import { createEditable } from '../support/editable'
import { origin } from '../support/http'
import { schema, trees } from './import-support'
import { page } from './support'

test('files of any separator, encoding and spreadsheet are read, and rows are counted by what was done to them', async () => {
  const { rows, post } = await trees({ primaryKey: ['name'] })
  const semicolons = await post({ name: 'trees.csv', value: 'Name of the tree;height\r\nOak;4,5\r\nElm;3\r\n' })
  expect([semicolons.status, semicolons.html]).toEqual([303, expect.stringContaining('2 rows added.')])
  const latin = new Uint8Array([...'name\theight\nH'].map((character) => character.charCodeAt(0)))
  const tabs = await post({ name: 'trees.tsv', value: new Uint8Array([...latin, 0xea, ...Buffer.from('tre\t7\n')]) })
  expect(tabs.html).toContain('1 row added.')
  const sheet = new Uint8Array(
    xlsx([
      {
        name: 'Trees',
        rows: [
          ['name', 'height'],
          ['Elm', 9],
          ['Oak', 4.5],
        ],
      },
    ]),
  )
  const workbook = await post({ name: 'trees.xlsx', value: sheet })
  expect(workbook.html).toContain('1 row updated. 1 row was the same already.')
  const titled = await post({ name: 'trees.csv', value: 'Tree,height\nElm,9\n' })
  expect(titled.html).toContain('1 row was the same already.')
  const json = await post({ name: 'trees.json', value: '[{"name":"Fir","height":2}]' })
  expect(json.html).toContain('1 row added.')
  expect(await rows()).toEqual([
    ['Elm', 9],
    ['Fir', 2],
    ['Hêtre', 7],
    ['Oak', 4.5],
  ])
})

test('invalid rows are listed by their row of the file, in the words of the page', async () => {
  const { rows, post } = await trees()
  const value = 'name;height\nOak;4\nElm;tall\nFir;2\n'
  const { html } = await post({ name: 'trees.csv', value }, { errors: 'skip' })
  expect(html).toContain('2 rows added. 1 row has an error and was not imported.')
  expect(html).toMatch(/<td class="number">3<\/td><td>height: Must be a number \(value: “tall”\)<\/td>/)
  const french = await post({ name: 'trees.csv', value }, { errors: 'skip', language: 'fr' })
  expect(french.html).toContain('height\u00a0: Doit être un nombre')
  expect(await rows()).toHaveLength(4)
})

test('all errors of a file are downloaded as a list', async () => {
  const { post } = await trees()
  const count = limits.pages.importErrors + 5
  const value = `name;height\n${'Elm;tall\n'.repeat(count)}Fir;2\n`
  const { html } = await post({ name: 'trees.csv', value }, { errors: 'skip' })
  const [, list = ''] = /href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(html) ?? []
  const [header, ...rows] = decodeURIComponent(list).trimEnd().split('\n')
  expect(header).toBe('\ufeffRow of the file,Column,Error')
  expect(rows).toHaveLength(count)
  expect(rows.at(-1)).toBe(`${count + 1},height,Must be a number (value: “tall”)`)
  const single = await post({ name: 'trees.csv', value: 'name;height\nElm;tall\n' })
  expect(single.html).not.toContain('data:text/csv')
})

test('with an error, no row is imported, and the others are by a choice', async () => {
  const { id, rows, post } = await trees()
  const file = { name: 'trees.csv', value: 'name;height\nOak;4\nElm;tall\nFir;2\n' }
  const refused = await post(file)
  expect([refused.status, refused.location]).toEqual([200, ''])
  expect(refused.html).toContain('1 row has an error. Nothing was imported.')
  expect(refused.html).toMatch(/<td class="number">3<\/td><td>height: Must be a number/)
  expect(refused.html).toMatch(/formaction="[^"]+\/import\?errors=skip">Import the 2 rows without errors</)
  expect(refused.html).not.toContain('See the rows')
  expect(await rows()).toEqual([])
  const taken = await post(file, { path: `/dataset/${id}/import?errors=skip` })
  expect([taken.status, taken.html]).toEqual([303, expect.stringContaining('2 rows added. 1 row has an error')])
  const wrong = await post({ ...file, value: 'name;height\nElm;tall\n' }, { language: 'fr' })
  expect([wrong.status, wrong.html]).toEqual([
    400,
    expect.stringContaining('1 ligne contient une erreur. Rien n’a été'),
  ])
  expect(wrong.html).not.toContain('errors=skip')
})

test('a file is checked without being imported', async () => {
  const { id, rows, post } = await trees({ primaryKey: ['name'] })
  await post({ name: 'trees.csv', value: 'name,height\nOak,4\nElm,3\n' })
  const path = `/dataset/${id}/import?check=true`
  const value = 'name,height\nOak,5\nElm,3\nFir,2\n'
  const checked = await post({ name: 'trees.csv', value }, { path })
  expect([checked.status, checked.location]).toEqual([200, ''])
  expect(checked.html).toContain('1 row would be added. 1 row would be updated. 1 row was the same already.')
  const invalid = await post({ name: 'trees.csv', value: `${value}Ash,tall\n` }, { path, mode: 'replace' })
  expect(invalid.html).toContain('<p>1 row has an error. Nothing would be imported.</p>')
  const replaced = await post({ name: 'trees.csv', value: `${value}Fir,4\n` }, { path, mode: 'replace' })
  expect(replaced.html).toContain('All rows would be replaced by 3 rows.')
  expect(await rows()).toEqual([
    ['Elm', 3],
    ['Oak', 4],
  ])
})

test('of a value that is not allowed, the allowed ones are named', async () => {
  const states = { 'À faire': 'À faire', Fait: 'Fait' }
  const { post } = await trees({
    schema: [...schema, { key: 'state', type: 'string', 'x-labels': states, 'x-labelsRestricted': true }],
  })
  const { html } = await post({ name: 'trees.csv', value: 'name,state\nOak,a faire\nElm,perdu\n' })
  expect(html).toContain('state: Must be one of the allowed values (value: “a faire”): did you mean “À faire”?')
  expect(html).toContain('(value: “perdu”): À faire, Fait<')
})

test('a file with unknown columns is refused with their names, in the language of the page', async () => {
  const { rows, post } = await trees()
  const file = { name: 'trees.csv', value: 'nom;taille\nOak;4\n' }
  const { status, html } = await post(file)
  expect([status, html]).toEqual([400, expect.stringContaining('Unknown columns: nom, taille. Choose their')])
  expect((await post(file, { language: 'fr' })).html).toContain(
    'Colonnes inconnues\u00a0: nom, taille. Choisissez leurs',
  )
  expect(await rows()).toEqual([])
})

test('a file replaces all rows, or none when one is invalid', async () => {
  const { rows, post } = await trees()
  await post({ name: 'trees.csv', value: 'name,height\nOak,4\nElm,3\n' })
  const refused = await post({ name: 'trees.csv', value: 'name,height\nFir,2\nAsh,tall\n' }, { mode: 'replace' })
  expect(refused.html).toContain('Nothing was replaced: the current rows are unchanged.')
  expect(refused.html).not.toContain('row added')
  expect(await rows()).toEqual([
    ['Elm', 3],
    ['Oak', 4],
  ])
  const replaced = await post({ name: 'trees.csv', value: 'name,height\nFir,2\n' }, { mode: 'replace' })
  expect(replaced.html).toContain('1 row added.')
  await expect.poll(rows).toEqual([['Fir', 2]])
})

test('the page of an import can be read again: rows are added once, and only those who may write rows read it', async () => {
  const { ann, id, rows, post } = await trees()
  const value = `name;height\nOak;4\n${'Elm;tall\n'.repeat(limits.pages.importErrors + 3)}`
  const { status, location } = await post({ name: 'trees.csv', value }, { errors: 'skip' })
  expect([status, new URL(location).pathname]).toEqual([303, `/dataset/${id}/import`])
  for (const language of ['en', 'fr']) {
    const again = await page(location, { headers: { ...ann, 'accept-language': language } })
    expect(again.html).toContain(language === 'en' ? '1 row added. 53 rows have errors' : '1 ligne ajoutée.')
    expect(again.html.match(/<td class="number">/g)).toHaveLength(limits.pages.importErrors)
    expect(again.html).toContain(language === 'en' ? '3 more.' : '3 de plus.')
  }
  expect(await rows()).toEqual([['Oak', 4]])
  const bob = (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town')
  expect((await page(location, { headers: bob })).status).toBe(403)

  const { id: other } = await createEditable(await keyOf(), { schema, title: 'Others' })
  const elsewhere = await page(location.replace(id, other), { headers: ann })
  expect([elsewhere.status, elsewhere.html.includes('row added')]).toEqual([200, false])
  for (const outcome of ['', 'x', '../../x', '%00']) {
    expect((await page(`/dataset/${id}/import?outcome=${outcome}`, { headers: ann })).status, outcome).toBe(200)
  }

  // The cron deletes it after a while: the page has the form alone.
  const [discard] = (await env.DB.prepare("select * from discards where name like 'import-outcomes/%'").all()).results
  expect(await env.FILES.head(String(discard?.name))).not.toBeNull()
  await env.FILES.delete(String(discard?.name))
  const later = await page(location, { headers: ann })
  expect([later.status, later.html.includes('row added')]).toEqual([200, false])
})

test('in the frame of a portal, rows are imported without leaving it, by who may write them', async () => {
  const { ann, id, rows, post } = await trees()
  const flow = '/embed/workflow/update-dataset'
  const path = `${flow}/${id}/import`
  expect((await page(flow, { headers: ann })).html).toContain(`href="${origin}${path}"`)
  const form = await page(path, { headers: ann })
  expect(form.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(form.html).toContain(`action="${origin}${path}"`)
  const { html } = await post({ name: 'trees.csv', value: 'name,height\nOak,4\n' }, { path })
  expect(html).toContain('1 row added.')
  expect(html).toContain(`href="${origin}${flow}?updated=${id}"`)
  expect(await rows()).toEqual([['Oak', 4]])
  const bob = (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town')
  expect((await page(path, { headers: bob })).status).toBe(403)
  expect((await page(path)).status).toBe(401)
})

test('columns that the dataset does not have are named, and left out where that is chosen', async () => {
  const { rows, post } = await trees()
  const file = { name: 'trees.csv', value: 'name,height,owner,note\nOak,4,Ann,old\n' }
  const refused = await post(file)
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('Unknown columns: owner, note')])
  expect(refused.html).toContain('Choose their columns below, then import the file again.')
  expect(await rows()).toEqual([])
  const taken = await post(file, { unknown: 'ignore' })
  expect([taken.status, taken.html]).toEqual([303, expect.stringContaining('1 row added.')])
  expect(taken.html).toContain('Columns that are not in the dataset were left out: owner, note')
  expect(await rows()).toEqual([['Oak', 4]])
  const french = await post({ ...file, value: 'name,x\nElm,1\n' }, { unknown: 'ignore', language: 'fr' })
  expect(french.html).toContain('Les colonnes suivantes ne sont pas dans le jeu de données, elles sont ignorées')
})
