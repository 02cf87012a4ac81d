/** Captures of applications. */

import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import { applicationActor, loadApplication } from '../applications'
import { Buckets, rateOf } from '../collections/token-bucket'
import type { Context } from '../context'
import { problem } from '../errors'
import { cacheHeaders, revalidated } from '../http/caching/cache-headers'
import { callerId } from '../http/caller'
import { inlineDisposition } from '../http/content-disposition'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
import { parametersOf } from '../http/request-url'
import { jsonResponse, textResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { actingAccount, referenceOf } from '../identity'
import { readInstance } from '../instance'
import { limits } from '../limits'
import { anyoneCan } from '../permissions'
import { applicationTarget, failsOnPurpose, isThumbnail } from './page-address'
import { applicationScreenshotQuery, isAnimation, printQuery } from './parameters'
import { printPage } from './print'
import { takeScreenshot } from './screenshot'
import { hidesData, readThumbnail } from './thumbnail'

const { marginCm } = limits.captures
const margin = `${marginCm}cm`
const defaultMargin = { left: margin, right: margin, top: margin, bottom: margin }

export const applicationCaptureRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Captures']
const idParam = z.object({ id: z.string().openapi({ example: 'k3v0f2m1q8s7d6a5z4x3c2v1' }) })
const binary = { type: 'string', format: 'binary' }
/** The page of an application in the colour of the pages, as where they show it. */
async function targetOf(ctx: Context, id: string, parameters: ReturnType<typeof parametersOf>): Promise<URL> {
  const target = applicationTarget(ctx.baseUrl, id, parameters)
  const { color } = await readInstance(ctx)
  if (color && !target.searchParams.has('primary')) target.searchParams.set('primary', color)
  return target
}

const statusHeader = 'x-capture-cache-status'

addRoute(
  applicationCaptureRoutes,
  {
    method: 'get',
    path: '/{id}/capture',
    operationId: 'readApplicationCapture',
    tags,
    summary: 'Capture an application as a picture',
    description:
      'Without parameters, or with `colorScheme` and `lang` (`en`, `fr`) alone, the stored thumbnail, taken again after each change of the application. `app_x=v` is the ' +
      'parameter `x=v` of the page of the application.',
    params: idParam,
    query: applicationScreenshotQuery,
    responses: {
      200: {
        description: 'The picture',
        content: { 'image/png': { schema: binary }, 'image/gif': { schema: binary } },
      },
      302: { description: 'The thumbnail could not be taken: redirects to a neutral picture' },
      ...problemResponses(400, 403, 404, 422, 429, 501),
    },
  },
  async ({ ctx, c, request, params, query }) => {
    const application = await loadApplication(ctx, params.id, 'readCapture')
    const parameters = parametersOf(request)
    const { lang = ctx.language, timezone, colorScheme, width, height, timer } = query
    const isPublic = anyoneCan('readCapture', application.permissions)
    const cacheScope = isPublic ? 'public' : 'private'
    const { headers, notModified } = cacheHeaders(request, {
      cacheScope,
      changedAt: application.updatedAt,
      isLocalized: query.lang === undefined,
      now: ctx.now(),
    })
    if (notModified) return new Response(null, { status: 304, headers })
    const target = await targetOf(ctx, application.id, parameters)
    const page = { target, language: lang, timezone, colorScheme, ...credentialsOf(c, isPublic) }
    if (isThumbnail(parameters)) {
      // The picture would be an error, or data that is no longer public.
      if (failsOnPurpose(target) || (isPublic && (await hidesData(ctx, application)))) return noPreview(ctx.baseUrl)
      target.searchParams.set('thumbnail', 'true')
      const thumbnail = await readThumbnail(ctx, application, {
        ...page,
        language: lang === 'fr' ? 'fr' : 'en',
        account: isPublic ? 'everyone' : callerAccount(ctx),
      })
      if (!thumbnail) return noPreview(ctx.baseUrl)
      const { bytes, status } = thumbnail
      return textResponse(request, bytes, {
        headers: { ...headers, 'content-type': 'image/png', [statusHeader]: status },
      })
    }
    limitCaller(c)
    const animates = isAnimation(query)
    const picture = await takeScreenshot(ctx, { ...page, width, height, animates })
    const bypass = { ...headers, [statusHeader]: 'BYPASS' }
    if (timer === 'true') return jsonResponse(request, picture.timer, { headers: bypass })
    const fileName = query.filename ?? `${application.slug}.${picture.type.slice('image/'.length)}`
    return textResponse(request, picture.bytes, {
      headers: { ...bypass, 'content-type': picture.type, 'content-disposition': inlineDisposition(fileName) },
    })
  },
)

addRoute(
  applicationCaptureRoutes,
  {
    method: 'get',
    path: '/{id}/print',
    operationId: 'printApplication',
    tags,
    summary: 'Print an application as a PDF document',
    params: idParam,
    query: printQuery.pick({ filename: true, landscape: true, lang: true, timezone: true }),
    responses: {
      200: { description: 'The document', content: { 'application/pdf': { schema: binary } } },
      ...problemResponses(400, 403, 404, 422, 429, 501),
    },
  },
  async ({ ctx, c, request, params, query }) => {
    const application = await loadApplication(ctx, params.id, 'readPrint')
    const isPublic = anyoneCan('readPrint', application.permissions)
    limitCaller(c)
    const bytes = await printPage(ctx, {
      target: await targetOf(ctx, application.id, parametersOf(request)),
      ...credentialsOf(c, isPublic),
      viewport: limits.captures.applicationSize,
      language: query.lang ?? ctx.language,
      timezone: query.timezone,
      colorScheme: 'light',
      animates: false,
      options: { format: 'A4', landscape: query.landscape === 'true', margin: defaultMargin },
    })
    return textResponse(request, bytes, {
      headers: {
        'cache-control': revalidated,
        'content-type': 'application/pdf',
        'content-disposition': inlineDisposition(query.filename ?? `${application.slug}.pdf`),
      },
    })
  },
)

/** The credentials of the caller; none where everybody sees the same page. */
export function credentialsOf(c: HonoContext<HttpEnv>, isPublic: boolean) {
  const header = (name: string) => (isPublic ? undefined : c.req.header(name))
  return { cookie: header('cookie'), apiKey: header('x-apikey') }
}

function callerAccount(ctx: Context): string {
  const account = actingAccount(applicationActor(ctx))
  return account ? referenceOf(account) : 'visitor'
}

const buckets = new Buckets(limits.rates.maxCallers)

/** @throws `rate-exceeded` */
export function limitCaller(c: HonoContext<HttpEnv>): void {
  const id = callerId(c)
  if (id === undefined) return
  const { count, windowMs } = limits.captures.perCaller
  const seconds = buckets.take(id, rateOf(count, windowMs), 1, c.get('ctx').now().getTime())
  if (seconds > 0) throw problem('rate-exceeded', { seconds: Math.ceil(seconds) })
}

const noPreview = (baseUrl: string): Response =>
  new Response(null, {
    status: 302,
    headers: { location: `${baseUrl}/no-preview.png`, 'cache-control': 'no-cache' },
  })
