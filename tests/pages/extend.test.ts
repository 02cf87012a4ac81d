/** Pages that add columns, and those of datasets that have some. */
import { expect, test, vi } from 'vitest'
import { signedIn } from '../support/accounts'
import { keyFor, registerBefore } from '../support/applications'
import { publish, untilJournaled, untilSettled, upload } from '../support/datasets'
import { ask } from '../support/http'
import { placesDescription, registerService, vars } from '../support/remote-services'
import { page, submit } from './support'

registerBefore()

const administrator = async () => (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')

/** A dataset with a column of another one, which has a price. */
async function extended() {
  const key = await keyFor()
  const prices = await publish('name,unitPrice\nOne,"4410,13"\nTwo,2\n', { key, fileName: 'prices.csv' })
  const { id } = await publish('name,visits\nOne,12000\nTwo,5\n', { key })
  const choice = new URLSearchParams({ from: 'dataset', source: prices.id, column: 'name', key: 'name' })
  const extension = {
    ...{ type: 'remoteService', remoteService: `dataset:${prices.id}`, action: 'equals_name' },
    ...{ inputs: { name: 'name' }, propertyPrefix: '_prices', select: ['unitprice'] },
  }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { extensions: [extension] } })
  await untilSettled(id, key)
  return { id, choice, headers: { ...(await administrator()), 'accept-language': 'fr' } }
}

test('the columns of a dataset with those of another one are the same number in all pages', async () => {
  const { id, headers } = await extended()
  const [described, statistics, table, list] = await Promise.all(
    [`/dataset/${id}`, `/dataset/${id}/statistics`, `/dataset/${id}/table`, '/'].map(
      async (path) => (await page(path, { headers })).html,
    ),
  )
  expect(described).toContain('Voir les 2 lignes, avec 3 colonnes')
  expect(described).toMatch(/Colonnes\s*<span class="count">3</)
  expect(statistics).toContain('2 lignes, 3 colonnes')
  expect(table).toMatch(/data-region="column-count">3\/3</)
  expect(list).toContain('3 colonnes')
})

test('numbers of previews are written as in the table', async () => {
  const { id, choice, headers } = await extended()
  const written = '4\u202f410,13'
  expect((await page(`/dataset/${id}/table`, { headers })).html).toContain(written)
  expect((await page(`/dataset/${id}`, { headers })).html).toContain(written)
  expect((await page(`/dataset/${id}`, { headers })).html).toContain('12\u202f000')
  expect((await page(`/dataset/${id}/add-column?${choice}`, { headers })).html).toContain(written)
})

test('without a service to use, the page leads to the registration of one, or to its operations', async () => {
  const key = await keyFor()
  const { id } = await publish('name\nOne\n', { key })
  const headers = await administrator()
  const shown = async () => (await page(`/dataset/${id}/add-column?from=service`, { headers })).html
  const none = await shown()
  expect(none).toMatch(/href="[^"]*\/new-remote-service"/)
  expect(none).not.toContain('>Preview<')
  await registerService('places', { apiDoc: placesDescription() }, false)
  const unused = await shown()
  expect(unused).toMatch(/href="[^"]*\/remote-service\/places#operations"/)
  expect(unused).not.toContain('>Preview<')
})

test('a service that fails for all rows says why once, in the language of the reader, and adds nothing', async () => {
  const key = await keyFor()
  // The services are requested, other than the base applications.
  vi.restoreAllMocks()
  await registerService('html', {}, false)
  await registerService('towns', { title: 'Towns of France' }, false)
  const ada = await administrator()
  const { id } = await publish('name,postcode\nOne,69350\nTwo,69009\nThree,none\n', { key })
  const read = async (service: string, language: string) => {
    const form = new URLSearchParams({ from: 'service', service: `${service} postTowns`, 'input-q': 'postcode' })
    const headers = { ...ada, 'accept-language': language }
    return (await page(`/dataset/${id}/add-column?${form}`, { headers, vars })).html
  }
  const failed = await read('html', 'en')
  expect(failed.match(/The remote service “html” did not respond as expected/g)).toHaveLength(1)
  expect(failed).toContain('No row could be filled. ')
  expect(failed).not.toMatch(/Add to the dataset|>Error<|distant/)
  expect(await read('html', 'fr')).toMatch(/Aucune ligne n’a pu être remplie\. Le service distant «.html.» n’a pas/)
  const filled = await read('towns', 'en')
  expect(filled).toContain('Add to the dataset')
  expect(filled).toContain('<td>unknown postal code</td>')
  expect(filled).not.toContain('No row could')
  const form = { from: 'service', service: 'towns postTowns', 'input-q': 'postcode' }
  expect((await submit(`/dataset/${id}/add-column`, form, { headers: ada, vars })).status).toBe(303)
  const { html } = await page(`/dataset/${id}/edit`, { headers: ada })
  // The errors of the service are no column to describe.
  expect(html).not.toMatch(/<code>_[^<]*\.error<\/code>|value="_[^"]*\.error"/)
  expect(html).toMatch(/<strong>[^<_]+<\/strong><span class="quiet">Towns of France</)
})

test('a formula that fails says why once, in the language of the reader, with a column that exists', async () => {
  const key = await keyFor()
  const { id } = await publish('nom,montant_ht\nUn,12\nDeux,5\n', { key })
  const headers = { ...(await administrator()), 'accept-language': 'fr' }
  const form = new URLSearchParams({ from: 'formula', title: 'TTC', type: 'number', expr: 'montant * 1.2' })
  const { html } = await page(`/dataset/${id}/add-column?${form}`, { headers })
  expect(html.match(/La colonne «.montant.» n’existe pas\. Vouliez-vous dire montant_ht/g)).toHaveLength(1)
  expect(html).not.toContain('undefined variable')
  expect(html).toContain('Par exemple montant_ht * 1.2.')
})

test('the page that follows confirms the columns of another dataset', async () => {
  const key = await keyFor()
  const headers = await administrator()
  const source = await publish('name,price,unit\nOne,1,kg\nTwo,2,l\n', { key, fileName: 'prices.csv' })
  const { id } = await publish('name,visits\nOne,12000\nTwo,5\n', { key })
  const form = [
    ['from', 'dataset'],
    ['source', source.id],
    ['column', 'name'],
    ['key', 'name'],
  ]
  const outputs = [
    ['output', 'price'],
    ['output', 'unit'],
  ]
  const { id: failed } = await upload('\0\u0001\u0002', { key, fileName: 'failed.csv' })
  await untilJournaled(failed, key, 'error')
  const { html } = await page(`/dataset/${id}/add-column?from=dataset`, { headers })
  expect(html).toContain(`value="${source.id}"`)
  expect(html).not.toContain(`value="${failed}"`)
  const answer = await submit(`/dataset/${id}/add-column`, [...form, ...outputs], { headers })
  await untilSettled(id, key)
  const table = (answer.headers.get('location') ?? '').replace(/^.*(?=\/dataset)/, '')
  expect((await page(table, { headers })).html).toMatch(/data-added="[^"]*price">2 columns added: price, unit\.</)
})

test('the journal tells what a source has filled with its title', async () => {
  const { id, headers } = await extended()
  const { html } = await page(`/dataset/${id}/journal`, { headers })
  expect(html).toContain('<strong>Colonnes remplies</strong>')
  expect(html).toMatch(/prices.*a trouvé 2 des 2 lignes/)
})

test('a formula without a chosen type has that of its results, and the page that follows confirms its column', async () => {
  const key = await keyFor()
  const { id } = await publish('nom,budget_euro\nUn,12\nDeux,5\n', { key })
  const headers = await administrator()
  const address = `/dataset/${id}/add-column`
  const added = async (title: string, expr: string) => {
    const answer = await submit(address, { from: 'formula', title, type: '', expr }, { headers })
    await untilSettled(id, key)
    return (answer.headers.get('location') ?? '').replace(/^.*(?=\/dataset)/, '')
  }
  const table = await page(await added('Double', 'budget_euro * 2'), { headers })
  expect(table.html).toMatch(/role="status"[^>]*>Column added: Double\.</)
  await added('Cher', 'budget_euro > 10')
  await added('Nom entier', 'CONCAT(nom, " ", budget_euro)')
  const { schema = [] } = await ask<{ schema?: { key: string; type: string }[] }>(`/api/v1/datasets/${id}`, { key })
  const typeOf = (name: string) => schema.find((field) => field.key === name)?.type
  expect(['double', 'cher', 'nom_entier'].map(typeOf)).toEqual(['number', 'boolean', 'string'])
})
