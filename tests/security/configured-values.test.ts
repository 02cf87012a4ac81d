/** The page of a public application does not tell the values of a private dataset that it is configured with. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf, town } from '../support/accounts'
import { makeApplication, operator, outside, register } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, send } from '../support/http'

beforeEach(async () => {
  outside()
  await register(await operator())
})
afterEach(() => vi.restoreAllMocks())

test('columns are told, values observed in rows are not', async () => {
  const key = await keyOf(town, { scopes: ['applications', 'datasets'] })
  const rows = Array.from({ length: 40 }, (_, at) => `SALARY-${at % 2},${at}`).join('\n')
  const { id } = await publish(`salary,n\n${rows}\n`, { key })
  const made = await makeApplication({ key }, { title: 'Salaries' })
  const path = `/api/v1/applications/${made.id}`
  const json = { datasets: [{ id, href: `https://data.example.org/api/v1/datasets/${id}`, title: 'x', schema: [] }] }
  await ask(`${path}/configuration`, { key, method: 'PUT', json })
  await ask(`${path}/permissions`, { key, method: 'PUT', json: [{ classes: ['read'] }] })
  const shown = await (await send(`/app/${made.id}`)).text()
  expect(shown).toContain('"key":"salary"')
  expect(shown).not.toContain('SALARY-')
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['read'] }] })
  expect(await (await send(`/app/${made.id}`)).text()).toContain('SALARY-')
})
