/** The sharing page of a dataset, by plain forms. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { publish } from '../support/datasets'
import { page, submit } from './support'

const published = async () => publish('name\noak\n', { key: await keyOf() })

test('the result of a form is shown in its section', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const path = `/dataset/${(await published()).id}/share`
  const fields = { part: 'access-add', who: 'email', name: 'no address', can: 'read' }
  const refused = await submit(path, fields, { headers: as('town') })
  const html = await refused.text()
  const [marked = ''] = /<input[^>]*aria-invalid="true"[^>]*>/.exec(html) ?? []
  expect(marked).toContain('name="name" value="no address"')
  expect(html).toMatch(/People with access<\/h2>[\s\S]*<p class="refusal"[^>]*role="alert"/)
  const made = await submit(path, { part: 'link-add', title: 'For the press' }, { headers: as('town') })
  const address = new URL(made.headers.get('location') ?? '')
  const shown = (await page(address.pathname + address.search, { headers: as('town') })).html
  expect(shown).toMatch(
    /<details class="folded" open=""><summary><h2 id="links">[^<]*<\/h2><\/summary><section><p class="notice" role="status"/,
  )
})

test('a contributor is told who changes the access', async () => {
  const { as } = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
  const { html } = await page(`/dataset/${(await published()).id}/share`, { headers: as('town') })
  expect(html).toContain('Only administrators of Town can change who has access.')
})

test('the access is the main action of the page that shares', async () => {
  const key = await keyOf()
  const { id } = await publish('name\noak\n', { key })
  const { html } = await page(`/dataset/${id}/share`, { key })
  expect(html.match(/<button class="primary"[^>]*>[^<]*/g)).toEqual(['<button class="primary" type="submit">Save'])
})
