/** Routes of the appearance of the instance. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { superAdmin } from '../accounts'
import type { Context } from '../context'
import { readBytes, readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { instancePatchSchema, instanceSchema } from './document'
import { logoTypes, readLogo, sendLogo } from './logo'
import { patchInstance, setLogo } from './patch'
import { type Instance, readInstance, storedInstance } from './read-instance'

export const instanceRoutes = new OpenAPIHono<HttpEnv>()
/** The body is an image. */
export const logoRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Administration']
const response = { ...documented('The appearance', {}), content: { 'application/json': { schema: instanceSchema } } }

/** The document of the API: the key of the logo is its address. */
function present(ctx: Context, instance: Instance): Record<string, unknown> {
  const { logo: _, version: __, ...settings } = instance
  const logo = logoAddress(ctx, instance)
  return { ...settings, ...(logo ? { logo } : {}) }
}

/** The address of the logo, if there is one. */
export function logoAddress({ baseUrl }: Context, { logo, version }: Instance): string | undefined {
  return logo && `${baseUrl}/api/v1/instance/logo?v=${version}`
}

addRoute(
  instanceRoutes,
  {
    method: 'get',
    path: '/instance',
    operationId: 'readInstance',
    tags,
    summary: 'Read the appearance of the instance: title, colour, texts, links, banner',
    responses: { 200: response },
  },
  async ({ ctx, request }) => jsonResponse(request, present(ctx, await readInstance(ctx))),
)

addRoute(
  instanceRoutes,
  {
    method: 'get',
    path: '/instance/logo',
    operationId: 'readLogo',
    tags,
    summary: 'Read the logo of the instance',
    responses: { 200: { description: 'The image', content: logoTypes }, ...problemResponses(404) },
  },
  async ({ ctx }) => sendLogo(await readLogo(ctx, await storedInstance(ctx))),
)

addRoute(
  instanceRoutes,
  {
    method: 'patch',
    path: '/admin/instance',
    operationId: 'patchInstance',
    tags,
    summary: 'Change the appearance of the instance (super-administrators)',
    body: documentedBody(instancePatchSchema, 'What changes; null removes a setting.'),
    responses: { 200: response, ...problemResponses(400, 401, 403, 409) },
  },
  async ({ ctx, c, request }) => {
    superAdmin(ctx)
    const patch = await readJsonBody(c, instancePatchSchema)
    return jsonResponse(request, present(ctx, await patchInstance(ctx, patch)), { status: 200 })
  },
)

addRoute(
  logoRoutes,
  {
    method: 'put',
    path: '/admin/instance/logo',
    operationId: 'replaceLogo',
    tags,
    summary: 'Replace the logo of the instance (super-administrators)',
    body: { description: 'A PNG, JPEG, WebP or SVG image. An SVG has no scripts.', required: true, content: logoTypes },
    responses: { 204: { description: 'Replaced' }, ...problemResponses(400, 401, 403, 409, 413) },
  },
  async ({ ctx, c }) => {
    superAdmin(ctx)
    await setLogo(ctx, await readBytes(c.req.raw, limits.instance.maxLogoBytes))
    return c.body(null, 204)
  },
)

addRoute(
  instanceRoutes,
  {
    method: 'delete',
    path: '/admin/instance/logo',
    operationId: 'removeLogo',
    tags,
    summary: 'Remove the logo of the instance (super-administrators)',
    responses: { 204: { description: 'Removed' }, ...problemResponses(401, 403, 409) },
  },
  async ({ ctx, c }) => {
    await setLogo(ctx, undefined)
    return c.body(null, 204)
  },
)
