/** The machine-readable catalogue: public datasets only, also for signed-in readers. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { open, publish, untilSettled, upload } from '../../support/datasets'
import { ask, origin, refusal, send } from '../../support/http'

async function published(title: string): Promise<string> {
  const key = await keyOf()
  const { id } = await publish('town,lat,lon\nBrest,48.4,-4.5\n', { key })
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { title, description: 'Où ? <b>Ici</b> & "là"' } })
  return id
}

test('the catalogue lists only public datasets with data', async () => {
  const key = await keyOf()
  const id = await published('Open racks')
  await open(id, key)
  const hidden = await published('Private racks')
  const broken = await upload('a,a\n1,2\n', { key })
  await untilSettled(broken.id, key)
  await open(broken.id, key)
  const { headers } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  for (const sent of [{}, { key }, { headers }]) {
    const response = await send('/catalog.ttl', sent)
    expect(response.headers.get('content-type')).toBe('text/turtle; charset=UTF-8')
    expect(response.headers.get('cache-control')).toMatch(/^public/)
    const listed = [...(await response.text()).matchAll(/dcat:dataset <([^>]*)>/g)].map(([, address]) => address)
    expect(listed).toEqual([`${origin}/dataset/${id}`])
  }
  const types: [string, string][] = [
    ['rdf', 'application/rdf+xml; charset=UTF-8'],
    ['xml', 'application/rdf+xml; charset=UTF-8'],
    ['jsonld', 'application/ld+json; charset=UTF-8'],
  ]
  for (const [format, type] of types) {
    for (const address of [`/catalog.${format}`, `/dataset/${id}.${format}`]) {
      const response = await send(address)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(await response.text()).toContain('Open racks')
    }
    const absent = await send(`/dataset/${hidden}.${format}`, { headers: { ...headers, accept: 'application/json' } })
    expect(await refusal(absent)).toEqual([404, 'dataset-not-found'])
  }
})

test('the page of a public dataset contains its schema.org/Dataset', async () => {
  const key = await keyOf()
  const id = await published('Racks </script><script>alert(1)</script>')
  const embedded = async () => {
    const html = await (await send(`/dataset/${id}`, { key, headers: { accept: 'text/html' } })).text()
    return /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1]
  }
  expect(await embedded()).toBeUndefined()
  await open(id, key)
  const dataset = JSON.parse((await embedded()) ?? '') as Record<string, unknown>
  expect(dataset).toMatchObject({
    '@type': 'Dataset',
    '@id': `${origin}/dataset/${id}`,
    name: 'Racks </script><script>alert(1)</script>',
    publisher: { '@type': 'Organization', name: 'Town' },
    variableMeasured: [{ name: 'town' }, { name: 'lat' }, { name: 'lon' }],
  })
  const [csv] = dataset.distribution as { contentUrl: string }[]
  const download = await send(csv?.contentUrl ?? '')
  expect([download.status, await download.text()]).toEqual([200, expect.stringContaining('"Brest",48.4,-4.5')])
})

test('the sitemap lists public pages, and robots.txt names it', async () => {
  const id = await published('Open')
  await open(id, await keyOf())
  const hidden = await published('Hidden')
  const sitemap = await send('/sitemap.xml')
  const text = await sitemap.text()
  expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml; charset=UTF-8'])
  expect(text).toContain(`<loc>${origin}/dataset/${id}</loc>`)
  expect(text).not.toContain(hidden)
  expect(await (await send('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(await (await send('/opensearch.xml')).text()).toContain(`${origin}/?q={searchTerms}`)
})

test('a data package has the CSV file and the types of its columns', async () => {
  const key = await keyOf()
  const { id, slug } = await publish('day,at,n\n2024-01-31,2024-01-31T10:00:00Z,3\n', { key })
  expect((await send(`/dataset/${id}/datapackage.json`)).status).toBe(404)
  await open(id, key)
  const described = await ask<{ resources: { path: string; schema: { fields: object[] } }[] }>(
    `/dataset/${id}/datapackage.json`,
  )
  expect(described).toMatchObject({ name: slug, profile: 'tabular-data-package', contributors: [{ title: 'Town' }] })
  const [resource] = described.resources
  expect(resource?.schema.fields).toMatchObject([
    { name: 'day', type: 'date' },
    { name: 'at', type: 'datetime' },
    { name: 'n', type: 'integer' },
  ])
  expect((await send(resource?.path ?? '')).status).toBe(200)
})

test('the page of a public dataset links its references, and those of a private one are not found', async () => {
  const key = await keyOf()
  const { id, slug } = await publish('n\n3\n', { key })
  for (const extension of ['bib', 'ris']) {
    expect((await send(`/dataset/${id}/citation.${extension}`, { key })).status).toBe(404)
  }
  await open(id, key)
  const page = await (await send(`/dataset/${id}`, { headers: { accept: 'text/html' } })).text()
  for (const [extension, type] of [
    ['bib', 'application/x-bibtex; charset=UTF-8'],
    ['ris', 'application/x-research-info-systems; charset=UTF-8'],
  ]) {
    expect(page).toContain(`/dataset/${id}/citation.${extension}"`)
    const file = await send(`/dataset/${id}/citation.${extension}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${slug}.${extension}"`)
    expect(await file.text()).toContain(`${origin}/dataset/${id}`)
  }
})
