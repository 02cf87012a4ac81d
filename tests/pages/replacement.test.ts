/** The replacement page: resources that use removed columns. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seedBases } from '../../worker/applications'
import { keyOf, systemContext } from '../support/accounts'
import { keyFor, makeApplication, outside } from '../support/applications'
import { publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { ask, origin } from '../support/http'
import { createVirtual } from '../support/virtual'
import { page, submit } from './support'

const charts = `${origin}/build/applications/charts/`

beforeEach(async () => {
  outside({})
  await seedBases(systemContext())
})
afterEach(() => vi.restoreAllMocks())

/** A dataset of trees, for which a file without the columns `species` and `bar` waits. */
async function replaced(before: (id: string, key: string) => Promise<void>) {
  const key = await keyFor()
  const { id } = await publish('name,species,bar\nOne,oak,3\n', { key })
  await before(id, key)
  await upload('name,height\nOne,12\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  return { id, key, review: () => page(`/dataset/${id}/review`, { key }) }
}

async function chart(key: string, dataset: string, title: string, data: object) {
  const configuration = { datasets: [{ id: dataset, href: `https://host/api/v1/datasets/${dataset}` }], data }
  return makeApplication({ key }, { url: charts, title, configuration })
}

test('applications are listed with the removed columns they use; the option “bar” is not a column', async () => {
  const { review } = await replaced(async (id, key) => {
    await chart(key, id, 'By species', { type: 'line', group: 'species' })
    await chart(key, id, 'By name', { type: 'bar', group: 'name' })
  })
  const { html } = await review()
  expect(html).toMatch(/By species<\/a> \(species\)/)
  expect(html).not.toContain('By name')
})

test('the log says that the columns differ, not that the file was refused', async () => {
  const { id, key } = await replaced(async () => {})
  const { html } = await page(`/dataset/${id}/journal`, { key })
  expect(html).toMatch(
    /<li class="warn">[\s\S]*<strong>Other columns than the current version<\/strong> <span class="chip">/,
  )
  expect(html).not.toContain('Rejected by the validation rules')
  expect(html).toContain('The file has no columns with these names: species, bar. It has other columns: height.')
  expect(html).not.toContain('missing columns')
})

test('an application with a refused configuration is listed; other failures fail the page', async () => {
  const { id, key, review } = await replaced(async (dataset, by) => {
    const { id: shown } = await chart(by, dataset, 'Listed alone', { type: 'line', group: 'species' })
    const json = [{ operations: ['list'] }]
    await ask(`/api/v1/applications/${shown}/permissions`, { key: by, method: 'PUT', json })
  })
  const limited = await page(`/dataset/${id}/review`, { key: await keyOf() })
  expect(limited.html).toMatch(/Listed alone<\/a> \(you may not read its configuration\)/)
  expect((await review()).html).toMatch(/Listed alone<\/a> \(species\)/)
  await env.DB.prepare(`update applications set configuration = '{"datasets":1}'`).run()
  expect((await page(`/dataset/${id}/review`, { key })).status).toBe(500)
})

test('resources beyond the first hundred are counted', async () => {
  const { review } = await replaced(async (dataset, key) => {
    const { id } = await chart(key, dataset, 'One of many', { type: 'line', group: 'species' })
    const columns = (
      await env.DB.prepare("select name from pragma_table_xinfo('applications') where hidden = 0").all()
    ).results
      .map(({ name }) => `"${name}"`)
      .join(', ')
    const copied = columns.replace('"id"', "id || '-' || n.number").replace('"slug"', "slug || '-' || n.number")
    const list = JSON.stringify(Array.from({ length: 102 }, (_, at) => at))
    await env.DB.batch([
      env.DB.prepare(
        `insert into applications (${columns}) select ${copied} from applications, (select value number from json_each(?)) n`,
      ).bind(list),
      env.DB.prepare(
        `insert into application_references select ? || '-' || n.number, kind, target, position, key_permissions
        from application_references, (select value number from json_each(?)) n`,
      ).bind(id, list),
    ])
  })
  expect((await review()).html).toContain('and 3 more that were not checked')
})

test('virtual datasets are checked by their columns, their filters and their finalized schema', async () => {
  const { review } = await replaced(async (dataset, by) => {
    const { id: other } = await publish('name,height\nTwo,tall\n', { key: by })
    await createVirtual(by, ['name', 'species'], { children: [dataset] })
    const names = await createVirtual(by, ['name'], { children: [dataset] })
    const filtered = { children: [dataset], filters: [{ key: 'bar', values: ['3'] }] }
    const { id: aside } = await createVirtual(by, ['name'], filtered)
    const both = await createVirtual(by, ['name', 'height', 'species'], { children: [dataset, other] })
    const titles = { [names.id]: 'Names', [aside]: 'Filtered', [both.id]: 'Both' }
    for (const [virtual, title] of Object.entries(titles)) {
      await ask(`/api/v1/datasets/${virtual}`, { key: by, method: 'PATCH', json: { title } })
    }
  })
  const { html } = await review()
  expect(html).toMatch(/All of them<\/a> \(species\)/)
  expect(html).toMatch(/Filtered<\/a> \(bar\)/)
  expect(html).toMatch(/Both<\/a> \(species\)<p>It can no longer be read: [^<]*height/)
  expect(html).not.toContain('>Names<')
})

test('users of virtual datasets are listed through all levels, where no other child has the column', async () => {
  const { review } = await replaced(async (dataset, key) => {
    const create = async (title: string, keys: string[], children: string[]) => {
      const { id } = await createVirtual(key, keys, { children })
      await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { title } })
      await untilFinalized(id, key)
      return id
    }
    const { id: other } = await publish('name,species\nTwo,elm\n', { key })
    const first = await create('First level', ['name', 'species'], [dataset])
    const second = await create('Second level', ['name', 'species'], [first])
    await create('Names of the first', ['name'], [first])
    await chart(key, second, 'Chart of the second', { type: 'line', group: 'species' })
    const shared = await create('Shared', ['name', 'species'], [dataset, other])
    await create('Above shared', ['species'], [shared])
  })
  const { html } = await review()
  expect(html).toMatch(/First level<\/a> \(species\)/)
  expect(html).toMatch(/Second level<\/a> \(species\)/)
  expect(html).toMatch(/Chart of the second<\/a> \(species\)/)
  expect(html).toMatch(/Shared<\/a> \(species\)/)
  expect(html).not.toContain('Names of the first')
  expect(html).not.toContain('Above shared')
})

test('datasets extended from it are listed', async () => {
  const { review } = await replaced(async (dataset, key) => {
    const extend = async (title: string, select: string[]) => {
      const { id } = await publish('name\nOne\n', { key, parts: [{ name: 'title', value: title }] })
      const extension = {
        ...{ type: 'remoteService', remoteService: `dataset:${dataset}`, action: 'equals_name' },
        ...{ inputs: { name: 'name' }, propertyPrefix: 'tree', select },
      }
      await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { extensions: [extension] } })
      await untilSettled(id, key)
    }
    await extend('Visits', ['species'])
    await extend('Walks', ['name'])
  })
  const { html } = await review()
  expect(html).toMatch(/Visits<\/a> \(species\)/)
  expect(html).not.toContain('Walks')
})

test('the page that follows says that the new version was discarded, and that a dataset was', async () => {
  const { id, key } = await replaced(async () => {})
  const discarded = await submit(`/dataset/${id}/review`, { action: 'cancel' }, { key })
  expect(discarded.headers.get('location')).toBe(`${origin}/dataset/${id}?discarded=true`)
  const told = await page(`/dataset/${id}?discarded=true`, { key })
  expect(told.html).toContain('role="status">The new version was discarded. The published one stays.')
  // Other tabs do not repeat the notice.
  expect(told.html).not.toContain('discarded"')
  const draft = await upload('a\n1\n', { key, query: '?draft=true' })
  await untilFinalized(draft.id, key, '?draft=true')
  const removed = await submit(`/dataset/${draft.id}/review`, { action: 'cancel' }, { key })
  expect(removed.headers.get('location')).toBe(`${origin}/?discarded=true`)
  expect((await page('/?discarded=true', { key })).html).toContain('role="status">The file was discarded.')
})
