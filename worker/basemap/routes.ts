/** The base map of an archive in the bucket: its styles and tiles, the same for every caller. */
import { Hono, type Context as HonoContext } from 'hono'
import { z } from 'zod'
import { problem, untranslated } from '../errors'
import { edgeAnswer, edgeKey, keepAtEdge } from '../http/caching/edge-cache'
import type { HttpEnv } from '../http/env'
import { acceptsGzip, etagResponse, jsonResponse } from '../http/respond'
import { limits } from '../limits'
import { basemapThemes } from './addresses'
import { inflate, openArchive } from './archive'
import { basemapStyle } from './style'

export const basemapRoutes = new Hono<HttpEnv>()

const { publicMaxAgeSeconds, versionedMaxAgeSeconds } = limits.cache
const cached = { 'cache-control': `public, max-age=${publicMaxAgeSeconds}` }
const cachedForLong = { 'cache-control': `public, max-age=${versionedMaxAgeSeconds}, immutable` }

const styleQuery = z.object({ theme: z.enum(basemapThemes), language: z.enum(['en', 'fr']).default('en') })

basemapRoutes.get(`/basemap/:file{style-(?:${basemapThemes.join('|')})\\.json}`, async (c) => {
  const ctx = c.get('ctx')
  const archive = openArchive(ctx)
  const theme = c.req.param('file').replace(/^style-|\.json$/g, '')
  const look = parsed(styleQuery, { theme, language: c.req.query('language') })
  const facts = await archive.facts()
  const tiles = `${ctx.baseUrl}/basemap/{z}/{x}/{y}.mvt?version=${encodeURIComponent(facts.version)}`
  return jsonResponse(c.req.raw, basemapStyle(look, facts, tiles), { headers: cached })
})

const whole = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,6})$/, 'a whole number is expected')
  .transform(Number)
const tileAddress = z
  .object({ z: whole.refine((zoom) => zoom <= limits.basemap.maxZoom, 'it is too large'), x: whole, y: whole })
  .superRefine(({ z: zoom, x, y }, check) => {
    for (const [name, value] of Object.entries({ x, y })) {
      if (value >= 2 ** zoom) check.addIssue({ code: 'custom', path: [name], message: 'the zoom has no such tile' })
    }
  })

basemapRoutes.get('/basemap/:z/:x/:file{[^/]+\\.mvt}', async (c) => {
  const ctx = c.get('ctx')
  const archive = openArchive(ctx)
  const { z: zoom, x, file } = c.req.param()
  const tile = parsed(tileAddress, { z: zoom, x, y: file.slice(0, -'.mvt'.length) })
  const requestedVersion = c.req.query('version') ?? ''
  const key = edgeKey(new URL(`${ctx.baseUrl}/basemap/${tile.z}/${tile.x}/${tile.y}.mvt`), requestedVersion)
  const stored = await edgeAnswer(key)
  if (stored) return sendTile(c, await stored.arrayBuffer(), { version: requestedVersion, headers: cachedForLong })
  const { version } = await archive.facts(requestedVersion)
  const headers = version === requestedVersion ? cachedForLong : cached
  const bytes = await archive.tile(tile)
  // A tile outside of the extract, or without features.
  if (!bytes) return c.body(null, 204, headers)
  if (version === requestedVersion)
    ctx.later(() => keepAtEdge(key, new Response(bytes, { headers: tileType }), versionedMaxAgeSeconds))
  return sendTile(c, bytes, { version, headers })
})

const tileType = { 'content-type': 'application/vnd.mapbox-vector-tile' }

/** A tile as it is stored: most callers inflate gzip themselves. */
async function sendTile(
  c: HonoContext<HttpEnv>,
  stored: ArrayBuffer,
  of: { version: string; headers: Record<string, string> },
): Promise<Response> {
  const request = c.req.raw
  const isGzip = new DataView(stored).byteLength > 1 && new DataView(stored).getUint16(0) === gzipSignature
  const isSentAsStored = isGzip && acceptsGzip(request)
  const bytes = new Uint8Array(isGzip && !isSentAsStored ? await inflate(stored) : stored)
  const etag = `W/"${of.version}-${c.req.path.split('/').slice(-3).join('-').replace('.mvt', '')}"`
  const headers = { ...of.headers, ...tileType, ...(isGzip ? { vary: 'accept-encoding' } : {}) }
  const response = etagResponse(request, { bytes, etag }, { headers })
  if (!isSentAsStored || response.status !== 200) return response
  response.headers.set('content-encoding', 'gzip')
  return new Response(response.body, { headers: response.headers, encodeBody: 'manual' })
}

/** No tile begins with these bytes: they would be a field without a type. */
const gzipSignature = 0x1f8b

function parsed<Schema extends z.ZodObject>(schema: Schema, values: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(values)
  if (data) return data
  const [issue] = error?.issues ?? []
  throw problem('parameter-invalid', {
    parameter: issue?.path.join('.') ?? '',
    reason: untranslated(issue?.message ?? ''),
  })
}
