/** The pure parts of the configuration page: values at paths, schemas of forms, hosts of lists, first drafts. */
import { expect, test } from 'vitest'
import { listOrigins } from '../../../worker/pages/applications/configuration-settings'
import { applicationTitle, draftOf } from '../../../worker/pages/applications/creation'
import { configurationPolicy } from '../../../worker/pages/content-security-policy'
import { withValueAt } from '../../../worker/pages/islands/configuring/model'
import { completedSchema, withOptionalChaining } from '../../../worker/pages/islands/configuring/schema'

test.each([
  [{}, 'title', 'A', { title: 'A' }],
  [{ charts: [{ field: 'a' }] }, 'charts.0.field', 'b', { charts: [{ field: 'b' }] }],
  [{}, 'map.center.lat', 48, { map: { center: { lat: 48 } } }],
  [{ map: 'none' }, 'map.zoom', 3, { map: { zoom: 3 } }],
  [{}, '__proto__.polluted', true, undefined],
  [{}, 'a.constructor.b', true, undefined],
  [{}, 'a..b', true, undefined],
  [{}, '', true, undefined],
])('%j with %s', (configuration, path, value, expected) => {
  const before = structuredClone(configuration)
  expect(withValueAt(configuration, path, value)).toEqual(expected)
  expect(configuration).toEqual(before)
  expect({}).not.toHaveProperty('polluted')
})

test.each([
  ['rootData.datasets[0].id', 'rootData?.datasets?.[0]?.id'],
  ["parent.data.type === 'bar'", "parent?.data?.type === 'bar'"],
  ['!data.field', '!data?.field'],
  ['1.5', '1.5'],
])('%s', (expression, safe) => {
  expect(withOptionalChaining(expression)).toBe(safe)
})

test('annotations become layouts, and layouts are unchanged', () => {
  const of = (schema: Record<string, unknown>, hasLayouts: boolean) =>
    completedSchema({ schema, hasLayouts, language: 'en' })
  const annotated = {
    properties: {
      dataset: {
        type: 'object',
        'x-fromUrl': 'api/v1/datasets?q={q}&owner={context.owner.type}:{context.owner.id}',
        'x-itemKey': 'href',
        'x-itemsProp': 'results',
      },
      field: { type: 'string', 'x-if': 'datasets.0.id', 'x-display': 'hidden' },
    },
    allOf: [{ title: 'A', properties: {} }],
  }
  const laidOut = of(annotated, false)
  expect(laidOut).toMatchObject({
    layout: 'expansion-panels',
    properties: {
      dataset: {
        layout: {
          getItems: {
            url: { expr: ['api/v1/datasets?q={q}&$', '{context.datasetFilter}'].join('') },
            itemsResults: 'data["results"]',
          },
        },
      },
      field: { layout: { comp: 'none', if: { expr: 'rootData?.datasets?.[0]?.id' } } },
    },
  })
  const modern = { layout: 'tabs', properties: { a: { layout: { if: 'data.x.y' } } } }
  expect(of(modern, true)).toEqual(modern)
})

test('the form may read lists of the hosts of its schema, over https only', () => {
  const schema = {
    properties: {
      icon: { 'x-fromUrl': 'https://icons.example.org/api/v1/lines?q={q}' },
      other: { layout: { getItems: { url: { expr: 'https://lists.example.org:8443/list' } } } },
      own: { 'x-fromUrl': 'api/v1/datasets' },
      plain: { 'x-fromUrl': 'http://insecure.example.org/list' },
      odd: { 'x-fromUrl': "https://evil.example.org; script-src 'unsafe-inline'/x" },
      title: { title: 'https://not-a-list.example.org/' },
    },
  }
  expect(listOrigins(schema)).toEqual(['https://icons.example.org', 'https://lists.example.org:8443'])
  const policy = configurationPolicy('n', listOrigins(schema), 'nobody')
  expect(policy).toContain("connect-src 'self' https://icons.example.org https://lists.example.org:8443;")
  expect(policy).toContain("script-src 'nonce-n' 'strict-dynamic' 'unsafe-eval';")
})

test('the first draft has the properties of the dataset that the schema stores', () => {
  const dataset = {
    id: 'racks',
    title: 'Racks',
    href: 'https://data.example.org/api/v1/datasets/racks',
    bbox: [1],
    schema: [],
  }
  const filter = { fromUrl: '', properties: { id: {}, bbox: {}, missing: {} } }
  const { id, title, href } = dataset
  expect(draftOf(dataset, [filter])).toEqual({ datasets: [{ id, title, href, bbox: [1] }] })
  expect(draftOf(dataset, [])).toEqual({ datasets: [{ id, title, href }] })
  expect([applicationTitle('Bars', 'Racks'), applicationTitle('Bars', undefined)]).toEqual(['Racks – Bars', 'Bars'])
})
