/** Licences and metadata of an account in the descriptions of its datasets. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { ask } from '../support/http'
import { page, submit } from './support'

test('licences by name, labels, what is missing, and texts of its own', async () => {
  const headers = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const settings = {
    licenses: [{ title: 'Town licence', href: 'https://town.example/licence' }],
    datasetsMetadata: {
      spatial: { active: true, title: 'Area' },
      conformsTo: { active: true },
      custom: [{ title: 'Steward' }, { title: 'Office' }],
    },
  }
  await ask('/api/v1/settings/organization/town', { headers, method: 'PATCH', json: settings })
  const json = { isRest: true, title: 'Parks', schema: [{ key: 'a', type: 'string' }] }
  const { id } = await ask<{ id: string }>('/api/v1/datasets', { headers, json }, 201)
  const form = (await page(`/dataset/${id}/edit`, { headers })).html
  expect(form).toContain('<option value="Town licence">')
  expect(form.match(/Requested by/g)).toHaveLength(2)
  expect(form).toMatch(/Area\s*<span class="chip warn">/)
  expect(form).toContain('name="custom.steward"')
  const save = (fields: Record<string, string>) =>
    submit(`/dataset/${id}/edit`, { part: 'metadata', title: 'Parks', ...fields }, { headers })
  const fields = {
    'licence-title': 'Town licence',
    'licence-href': '',
    spatial: 'Harbour',
    'conformsTo.title': 'Parks schema',
    'conformsTo.version': '1.2',
    'conformsTo.url': 'https://schema.example/parks',
    'custom.steward': 'Nora',
    'custom.office': 'North',
  }
  expect((await save(fields)).status).toBe(303)
  const stored = () => ask<Record<string, unknown>>(`/api/v1/datasets/${id}`, { headers })
  expect(await stored()).toMatchObject({
    license: settings.licenses[0],
    spatial: 'Harbour',
    conformsTo: { title: 'Parks schema', version: '1.2', url: 'https://schema.example/parks' },
    customMetadata: { steward: 'Nora', office: 'North' },
  })
  expect((await page(`/dataset/${id}/edit`, { headers })).html).not.toContain('Requested by')
  const shown = (await page(`/dataset/${id}`, { headers })).html
  expect(shown).toContain('<dt>Area</dt><dd>Harbour</dd>')
  expect(shown).toContain('<dt>Steward</dt><dd>Nora</dd>')
  // A form with one of the texts leaves the others.
  expect((await save({ 'custom.steward': '' })).status).toBe(303)
  expect((await stored()).customMetadata).toEqual({ office: 'North' })
})
