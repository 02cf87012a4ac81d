/** Confirmation pages of deletions: deleted parts, affected users, and the button. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { keyFor, makeApplication, registerBefore } from '../support/applications'
import { makeCollector } from '../support/collectors'
import { publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { createEditable, postLine } from '../support/editable'
import { ask, origin } from '../support/http'
import { createVirtual } from '../support/virtual'
import { page } from './support'

registerBefore()

const administrator = async () => (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')

test('the deletion page of a dataset lists its rows, its file, its draft, and dependent resources', async () => {
  const key = await keyFor()
  const headers = await administrator()
  const { id } = await publish('name,size\nOne,1\nTwo,2\n', { key, fileName: 'racks.csv' })
  const configuration = { datasets: [{ id, href: `${origin}/api/v1/datasets/${id}` }] }
  const { id: application } = await makeApplication({ key }, { title: 'Racks <on> a map', configuration })
  await createVirtual(key, ['name'], { children: [id] })
  const { id: extended } = await publish('name\nOne\n', { key, parts: [{ name: 'title', value: 'Visits' }] })
  const extension = {
    ...{ type: 'remoteService', remoteService: `dataset:${id}`, action: 'equals_name' },
    ...{ inputs: { name: 'name' }, propertyPrefix: 'rack' },
  }
  await ask(`/api/v1/datasets/${extended}`, { key, method: 'PATCH', json: { extensions: [extension] } })
  await untilSettled(extended, key)
  await upload('name\nThree\n', { key, id, fileName: 'newer.csv', query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/delete`, { headers })
  expect(html).toContain('<dt>Rows</dt><dd>2</dd>')
  expect(html).toContain('<dd>racks.csv</dd>')
  expect(html).toContain('<dd>newer.csv</dd>')
  expect(html).toMatch(/<dt>Storage<\/dt><dd>\d[\d.]* \w+<\/dd>/)
  expect(html).toContain(`<a href="${origin}/application/${application}">Racks &lt;on&gt; a map</a>`)
  expect(html).toContain('>All of them</a>')
  expect(html).toContain(`<a href="${origin}/dataset/${extended}">Visits</a>`)
})

test('the deletion page of a visualization lists its links, and the applications that contain it', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key }, { title: 'Racks' })
  await ask(`/api/v1/applications/${id}/keys`, { key, json: [{ title: 'Press' }, { title: 'Mayor' }] })
  const configuration = { applications: [{ id, href: `${origin}/api/v1/applications/${id}` }] }
  await makeApplication({ key }, { title: 'Dashboard', configuration })
  const headers = await administrator()
  const { html } = await page(`/application/${id}/delete`, { headers })
  expect(html).toContain('<dt>Protected links</dt><dd>2</dd>')
  expect(html).toContain('>Dashboard</a>')
  const shared = (await page(`/application/${id}/share`, { headers })).html
  expect(shared).toContain('aria-label="Confirm: Revoke, Press"')
})

test('the deletion of rows, drafts and collectors requires a confirmation', async () => {
  const key = await keyFor()
  const headers = await administrator()
  const { id: editable } = await createEditable(key)
  await postLine(editable, key, { _id: 'oak', species: 'oak' })
  const line = (await page(`/dataset/${editable}/table?line=oak`, { headers })).html
  expect(line).toMatch(/<details class="confirmed"><summary[^>]*>Delete row<\/summary>.*name="action" value="delete"/s)
  const { id: waiting } = await upload('name\nOne\n', { key, fileName: 'waits.csv', query: '?draft=true' })
  await untilFinalized(waiting, key, '?draft=true')
  const review = (await page(`/dataset/${waiting}/review`, { headers })).html
  expect(review).toMatch(/its file waits.csv are deleted.*name="action" value="cancel"/s)
  const { id: collector } = await makeCollector({ headers })
  const shown = (await page(`/collector/${collector}`, { headers })).html
  expect(shown).toMatch(/its secrets and 0 runs are deleted.*aria-label="Confirm: Delete the collector, /s)
})
