/** The capture service: pictures and documents of any page of this host, for signed-in callers. */

import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import { captureService } from '../http/base-path'
import { inlineDisposition } from '../http/content-disposition'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
import { jsonResponse, textResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { assertSignedIn } from '../identity'
import { limits } from '../limits'
import { credentialsOf, limitCaller } from './application-routes'
import { checkTarget } from './page-address'
import { isAnimation, printQuery, screenshotQuery } from './parameters'
import { pageHtml, printPage } from './print'
import { takeScreenshot } from './screenshot'

export const captureRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Captures']
const binary = { type: 'string', format: 'binary' }

addRoute(
  captureRoutes,
  {
    method: 'get',
    path: `${captureService}/screenshot`,
    operationId: 'takeScreenshot',
    tags,
    summary: 'Capture a page of this service as a picture',
    query: screenshotQuery,
    responses: {
      200: {
        description: 'The picture',
        content: { 'image/png': { schema: binary }, 'image/gif': { schema: binary } },
      },
      ...problemResponses(400, 401, 422, 429, 501),
    },
  },
  async ({ ctx, c, request, query }) => {
    checkSignedIn(c)
    const { width, height, lang = ctx.language, timezone, colorScheme } = query
    const target = checkTarget(query.target, ctx.baseUrl)
    limitCaller(c)
    const picture = await takeScreenshot(ctx, {
      target,
      ...credentialsOf(c, query.cookies === 'false'),
      language: lang,
      timezone,
      colorScheme,
      width,
      height,
      animates: isAnimation(query),
    })
    if (query.timer === 'true') return jsonResponse(request, picture.timer)
    return textResponse(request, picture.bytes, { headers: contentHeaders(picture.type, query.filename) })
  },
)

addRoute(
  captureRoutes,
  {
    method: 'get',
    path: `${captureService}/print`,
    operationId: 'printPage',
    tags,
    summary: 'Print a page of this service as a PDF document, or read its HTML after its scripts',
    query: printQuery,
    responses: {
      200: {
        description: 'The document',
        content: { 'application/pdf': { schema: binary }, 'text/html': { schema: { type: 'string' } } },
      },
      ...problemResponses(400, 401, 422, 429, 501),
    },
  },
  async ({ ctx, c, request, query }) => {
    checkSignedIn(c)
    const { left, right, top, bottom, format, landscape, pageRanges, footer, filename } = query
    const target = checkTarget(query.target, ctx.baseUrl)
    limitCaller(c)
    const page = {
      target,
      ...credentialsOf(c, query.cookies === 'false'),
      colorScheme: query.colorScheme,
      viewport: limits.captures.pageSize,
      language: query.lang ?? ctx.language,
      timezone: query.timezone,
      animates: false,
    }
    if (query.type === 'html') {
      const html = await pageHtml(ctx, page)
      return textResponse(request, html, { headers: contentHeaders('text/html; charset=utf-8', filename) })
    }
    const bytes = await printPage(ctx, {
      ...page,
      options: { format, landscape: landscape === 'true', pageRanges, footer, margin: { left, right, top, bottom } },
    })
    return textResponse(request, bytes, { headers: contentHeaders('application/pdf', filename) })
  },
)

/** @throws `sign-in-required`, and the problem of an invalid key */
function checkSignedIn(c: HonoContext<HttpEnv>): void {
  const { identity } = c.get('ctx')
  if ('refused' in identity) throw identity.refused
  assertSignedIn(identity.actor)
}

const contentHeaders = (type: string, filename: string | undefined): Record<string, string> => ({
  'cache-control': 'private, no-store',
  'content-type': type,
  ...(filename === undefined ? {} : { 'content-disposition': inlineDisposition(filename) }),
})
