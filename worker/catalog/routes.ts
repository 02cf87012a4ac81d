/** The catalogue for machines: DCAT, sitemap, robots, OpenSearch. The same for every caller. */
import { Hono } from 'hono'
import { problem } from '../errors'
import { escapeXml } from '../formats/xml/escape'
import type { HttpEnv } from '../http/env'
import { readInstance } from '../instance'
import { limits } from '../limits'
import { citationFormats } from './citation'
import { dataPackage } from './data-package'
import { dcatCatalog, dcatDataset } from './dcat'
import { catalogDataset, catalogPage } from './public-datasets'
import { type RdfFormat, rdfFormats, writeRdf } from './rdf'
import { robots } from './robots'
import { readSitemap } from './sitemap'

export const catalogRoutes = new Hono<HttpEnv>()

const extensions = Object.keys(rdfFormats).join('|')

catalogRoutes.get(`/:file{catalog\\.(?:${extensions})}`, async (c) => {
  const ctx = c.get('ctx')
  const format = formatOf(c.req.param('file'))
  const page = Number.parseInt(c.req.query('page') ?? '1', 10) || 1
  const [catalog, instance] = await Promise.all([catalogPage(ctx, page), readInstance(ctx)])
  return sendRdf(writeRdf(dcatCatalog(catalog, { baseUrl: ctx.baseUrl, instance }, format), format), format)
})

catalogRoutes.get(`/dataset/:file{[^/]+\\.(?:${extensions})}`, async (c) => {
  const ctx = c.get('ctx')
  const file = c.req.param('file')
  const format = formatOf(file)
  const [dataset, instance] = await Promise.all([
    catalogDataset(ctx, file.slice(0, file.lastIndexOf('.'))),
    readInstance(ctx),
  ])
  if (!dataset) throw problem('dataset-not-found')
  return sendRdf(writeRdf([dcatDataset(dataset, { baseUrl: ctx.baseUrl, instance })], format), format)
})

catalogRoutes.get('/dataset/:id/datapackage.json', async (c) => {
  const ctx = c.get('ctx')
  const dataset = await catalogDataset(ctx, c.req.param('id'))
  if (!dataset) throw problem('dataset-not-found')
  const headers = { ...cached('application/json'), 'access-control-allow-origin': '*' }
  return new Response(JSON.stringify(dataPackage(dataset, ctx.baseUrl)), { headers })
})

for (const [extension, { mediaType, write }] of Object.entries(citationFormats)) {
  catalogRoutes.get(`/dataset/:id/citation.${extension}`, async (c) => {
    const ctx = c.get('ctx')
    const dataset = await catalogDataset(ctx, c.req.param('id'))
    if (!dataset) throw problem('dataset-not-found')
    const disposition = `attachment; filename="${dataset.slug.replace(/[^\w-]/g, '') || 'dataset'}.${extension}"`
    return c.body(write(dataset, ctx.baseUrl), 200, { ...cached(mediaType), 'content-disposition': disposition })
  })
}

catalogRoutes.get('/sitemap.xml', async (c) => c.body(await readSitemap(c.get('ctx')), 200, cached('application/xml')))

catalogRoutes.get('/robots.txt', (c) => c.body(robots(c.get('ctx').baseUrl), 200, cached('text/plain')))

catalogRoutes.get('/opensearch.xml', async (c) => {
  const ctx = c.get('ctx')
  const { title = 'Fairway' } = await readInstance(ctx)
  const document = `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(title.slice(0, limits.catalog.maxOpenSearchChars))}</ShortName>
<Description>${escapeXml(title)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" template="${escapeXml(`${ctx.baseUrl}/?q=`)}{searchTerms}"/>
</OpenSearchDescription>
`
  return c.body(document, 200, cached('application/opensearchdescription+xml'))
})

/** The extension of a path that the route has matched. */
function formatOf(file: string): RdfFormat {
  return file.slice(file.lastIndexOf('.') + 1) as RdfFormat
}

const sendRdf = (document: string, format: RdfFormat): Response =>
  new Response(document, { headers: { ...cached(rdfFormats[format].mediaType), 'access-control-allow-origin': '*' } })

function cached(mediaType: string): Record<string, string> {
  const cacheControl = `public, max-age=${limits.cache.publicMaxAgeSeconds}`
  return { 'content-type': `${mediaType}; charset=UTF-8`, 'cache-control': cacheControl }
}
