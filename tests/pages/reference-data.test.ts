/** The page of the reference data that a dataset offers to other datasets and to forms. */
import { expect, test } from 'vitest'
import { changedReferenceData } from '../../worker/pages/reference-data/form-changes'
import { keyOf, signedIn } from '../support/accounts'
import { createEditable } from '../support/editable'
import { ask, send } from '../support/http'

const form = (values: [string, string][]) => new URLSearchParams(values)
const equals = (key: string) => ({ type: 'equals', property: { key } })

test.each<[string, object, [string, string][], object]>([
  [
    'a match by two columns, a place and a period',
    {},
    [
      ['action', 'match'],
      ['title', 'By code'],
      ['column', 'code'],
      ['column', 'year'],
      ['distance', '50'],
      ['interval', 'on'],
    ],
    {
      bulkSearchs: [
        {
          title: 'By code',
          input: [
            equals('code'),
            equals('year'),
            { type: 'geo-distance', distance: 50, property: { key: '_geopoint' } },
            { type: 'date-in-interval', property: { key: '_date' } },
          ],
        },
      ],
    },
  ],
  [
    'a suggestion, beside the others',
    { singleSearchs: [{ id: 'a', title: 'A', output: { key: 'a' }, filters: [] }] },
    [
      ['action', 'suggest'],
      ['title', 'B'],
      ['description', 'Names'],
      ['output', 'b'],
      ['label', 'c'],
    ],
    {
      singleSearchs: [
        { id: 'a', title: 'A', output: { key: 'a' }, filters: [] },
        { title: 'B', description: 'Names', output: { key: 'b' }, label: { key: 'c' } },
      ],
    },
  ],
  [
    'a match is removed, the rest is kept',
    { bulkSearchs: [{ id: 'a', title: 'A', input: [equals('a')] }], shareOrgs: [{ id: 'o' }] },
    [
      ['action', 'remove-match'],
      ['id', 'a'],
    ],
    { bulkSearchs: [], shareOrgs: [{ id: 'o' }] },
  ],
  [
    'an organization is added, another one is removed',
    { shareOrgs: [{ id: 'o' }, { id: 'p', name: 'P' }], virtualDatasets: { active: true, storageRatio: 0.5 } },
    [
      ['action', 'offer'],
      ['standardSchema', 'on'],
      ['organization', 'p'],
      ['new-organization', 'village  The village'],
    ],
    {
      shareOrgs: [
        { id: 'p', name: 'P' },
        { id: 'village', name: 'The village' },
      ],
      standardSchema: { active: true },
      virtualDatasets: { active: false, storageRatio: 0.5 },
    },
  ],
])('%s', (_, before, values, after) => expect(changedReferenceData(before, form(values))).toEqual(after))

test('a match of the page becomes a search of the API and a service; a refused form keeps its values', async () => {
  const key = await keyOf()
  const headers = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const schema = [
    { key: 'code', type: 'string', title: 'Postal code' },
    { key: 'town', type: 'string', title: 'Town' },
  ]
  const { id } = await createEditable(key, { title: 'Towns', schema })
  const address = `/dataset/${id}/reference-data`
  const post = (body: URLSearchParams) =>
    send(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: 'http://fairway.test' },
      body: body.toString(),
    })
  const match: [string, string][] = [
    ['action', 'match'],
    ['title', 'By <code>'],
    ['column', 'code'],
    ['column', ''],
  ]
  const saved = await post(form(match))
  expect([saved.status, saved.headers.get('location')]).toEqual([303, expect.stringContaining(`${address}?saved=`)])
  const service = await ask<{ actions: { id: string }[] }>(`/api/v1/remote-services/dataset:${id}`, { headers })
  expect(service.actions.map((action) => action.id)).toEqual([expect.stringMatching(/^masterData_bulkSearch_by-/)])
  const html = await (await send(address, { headers })).text()
  expect(html).toContain('<strong>By &lt;code&gt;</strong><span class="quiet">by Postal code</span>')

  const again = await post(form(match))
  expect(again.status).toBe(400)
  const refused = await again.text()
  expect(refused).toContain('role="alert"')
  expect(refused).toContain('value="By &lt;code&gt;"')

  const contributor = (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town')
  expect((await send(address, { headers: contributor })).status).toBe(403)
})
