/** Amounts are written with their cents. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { lines, read, untilFinalized } from '../support/datasets'
import { lat, lon } from '../support/fields'
import { ask } from '../support/http'
import { page, published } from './support'

test('amounts have their cents in every row, in the panel of one row, and in the popups of the map', async () => {
  const key = await keyOf()
  const said = 'projet,Montant,surface,lat,lon\nA,"1200,5","1200,5","48,1","-2,1"\nB,350,350,"48,2","-2,2"\n'
  const { id } = await published(key, {}, said)
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toMatch(/<td class="number">1,200\.50<\/td>/)
  expect(html).toMatch(/<td class="number">350\.00<\/td>/)
  expect(html).toContain('<span data-room=".0">350</span>')
  const { results } = await lines(id, 'sort=_i', key)
  const panel = (await page(`/dataset/${id}/table?line=${results[1]?._id}`)).html
  expect(panel).toContain('<dt>Montant</dt><dd>350.00</dd>')
  const concepts: Record<string, string> = { lat, lon }
  const schema = (await read(id, key)).schema.map((one) => ({ ...one, 'x-refersTo': concepts[one.key] ?? null }))
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema } })
  await untilFinalized(id, key)
  expect((await page(`/dataset/${id}/map`)).html).toContain('&quot;hasCents&quot;:true')
})
