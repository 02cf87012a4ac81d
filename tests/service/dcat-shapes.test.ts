/** The catalogue of a service against the constraints of DCAT-AP 3 (`tests/fixtures/dcat-ap/shapes.ttl`), by a SHACL validator. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser, type Quad, Store } from 'n3'
import ShaclValidator from 'rdf-validate-shacl'
import { beforeAll, expect, test, vi } from 'vitest'
import { root } from '../architecture/sources'
import { ask, open, untilFinalized } from '../bench/publish.mjs'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const fixtures = join(root, 'tests/fixtures')
const shapes = new Store(new Parser().parse(readFileSync(join(fixtures, 'dcat-ap/shapes.ttl'), 'utf8')))

/** What violates the shapes: the property, the value and the resource of each. */
async function violations(quads: readonly Quad[]): Promise<string[]> {
  const report = await new ShaclValidator(shapes).validate(new Store([...quads]))
  return report.results.map(
    ({ focusNode, path, value, sourceConstraintComponent }) =>
      `${path?.value} ${value?.value ?? ''} of ${focusNode?.value}: ${sourceConstraintComponent?.value}`,
  )
}

let server: Awaited<ReturnType<typeof startServer>>
const datasets: string[] = []

async function publish(path: string, metadata: object): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([readFileSync(join(fixtures, path))]), path.split('/').at(-1))
  const { id } = await ask(server, '/datasets', { method: 'POST', body: form })
  await untilFinalized(server, id)
  await ask(server, `/datasets/${id}`, { method: 'PATCH', json: metadata })
  await untilFinalized(server, id)
  await open(server, id)
  datasets.push(id)
}

beforeAll(async () => {
  const folder = makeFolder()
  server = await startServer(folder)
  const topics = [{ id: 'heritage', title: 'Heritage', color: '#0b7a64' }]
  const license = { title: 'Licence Ouverte', href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence' }
  await publish('geo/named.kml', {
    ...{ title: 'Places “of” <Brittany>', description: '## Where\n\nÀ *Brest*.', license, topics },
    ...{ keywords: ['places', 'été'], frequency: 'annual', spatial: 'Bretagne', creator: 'The town' },
    ...{ temporal: { start: '2024-01-01', end: '2024-12-31' }, origin: 'https://source.example.org/a page' },
  })
  await publish('workbooks/libreoffice.ods', {
    title: 'A workbook',
    origin: 'Surveys of the town',
    frequency: 'irregular',
  })
  await publish('calendars/icalendar.ics', { title: 'Sessions', frequency: 'continuous', license })
  await publish('remote-services/towns.csv', {
    title: 'Towns',
    modified: '2024-05-01',
    summary: 'Towns by postal code',
  })
  const [child] = datasets
  for (const json of [
    {
      isMetaOnly: true,
      title: 'On paper',
      attachments: [{ type: 'url', title: 'Scan', url: 'https://example.org/a b.pdf' }],
    },
    { isRest: true, title: 'Typed', schema: [{ key: 'seen', type: 'string', format: 'date-time' }] },
    { isVirtual: true, title: 'A view', virtual: { children: [child] }, schema: [{ key: 'name' }] },
  ]) {
    const made = await ask(server, '/datasets', { method: 'POST', json })
    if (!('isMetaOnly' in json)) await untilFinalized(server, made.id)
    await open(server, made.id)
    datasets.push(made.id)
  }
  return async () => {
    await server.stop()
    removeFolder(folder)
  }
})

const readTurtle = async (path: string): Promise<Quad[]> =>
  new Parser().parse(await (await fetch(`${server.url}${path}`)).text())

test('the catalogue of datasets of all kinds violates nothing', async () => {
  const quads = await readTurtle('/catalog.ttl')
  const listed = quads.filter(({ predicate }) => predicate.value.endsWith('dcat#dataset'))
  expect(listed.map(({ object }) => object.value).sort()).toEqual(
    datasets.map((id) => `${server.url}/dataset/${id}`).sort(),
  )
  expect(await violations(quads)).toEqual([])
})

test('the description of each dataset alone violates nothing', async () => {
  for (const id of datasets) expect(await violations(await readTurtle(`/dataset/${id}.ttl`)), id).toEqual([])
})

test('what a document lacks, or has of another class, is found', async () => {
  const quads = await readTurtle('/catalog.ttl')
  const without = (end: string) => quads.filter(({ predicate }) => !predicate.value.endsWith(end))
  expect((await violations(without('terms/title'))).length).toBeGreaterThanOrEqual(datasets.length)
  expect((await violations(without('dcat#accessURL'))).length).toBeGreaterThan(datasets.length)
  expect((await violations(without('foaf/0.1/name'))).length).toBeGreaterThanOrEqual(1)
  const untyped = quads.filter(({ object }) => !object.value.endsWith('LicenseDocument'))
  expect((await violations(untyped)).every((text) => text.includes('terms/license'))).toBe(true)
  expect((await violations(untyped)).length).toBeGreaterThan(0)
})
