/** Routes of the presentation of an organization. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { accountAdmin } from '../accounts'
import type { Context } from '../context'
import { readBytes, readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { logoTypes, readLogo, sendLogo } from './logo'
import {
  organizationLogoAddress,
  type Presentation,
  patchPresentation,
  presentationPatchSchema,
  readPresentation,
  setOrganizationLogo,
} from './presentation'

export const presentationRoutes = new OpenAPIHono<HttpEnv>()
/** The body is an image. */
export const organizationLogoRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Organizations']
const organizationParams = z.object({ organization: z.string().openapi({ example: 'town' }) })
const response = documented('The presentation', {
  description: z.string().optional().openapi({ description: 'Markdown.' }),
  logo: z.string().optional().openapi({ description: 'The address of the image.' }),
})

/** The document of the API: the key of the logo is its address. */
function present(ctx: Context, organization: string, presentation: Presentation): Record<string, unknown> {
  const { description } = presentation
  const logo = organizationLogoAddress(ctx, organization, presentation)
  return { ...(description ? { description } : {}), ...(logo ? { logo } : {}) }
}

addRoute(
  presentationRoutes,
  {
    method: 'get',
    path: '/organizations/{organization}/presentation',
    operationId: 'readPresentation',
    tags,
    summary: 'Read the presentation of an organization: its logo and its description',
    params: organizationParams,
    responses: { 200: response },
  },
  async ({ ctx, request, params: { organization } }) =>
    jsonResponse(request, present(ctx, organization, await readPresentation(ctx, organization))),
)

addRoute(
  presentationRoutes,
  {
    method: 'patch',
    path: '/organizations/{organization}/presentation',
    operationId: 'patchPresentation',
    tags,
    summary: 'Change the description of an organization, for its administrators',
    params: organizationParams,
    body: documentedBody(presentationPatchSchema, 'The description; null removes it.'),
    responses: { 200: response, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, request, params: { organization } }) => {
    accountAdmin(ctx, { type: 'organization', id: organization })
    const patch = await readJsonBody(c, presentationPatchSchema)
    const presentation = await patchPresentation(ctx, organization, patch)
    return jsonResponse(request, present(ctx, organization, presentation), { status: 200 })
  },
)

addRoute(
  presentationRoutes,
  {
    method: 'get',
    path: '/organizations/{organization}/logo',
    operationId: 'readOrganizationLogo',
    tags,
    summary: 'Read the logo of an organization',
    params: organizationParams,
    responses: { 200: { description: 'The image', content: logoTypes }, ...problemResponses(404) },
  },
  async ({ ctx, params }) => sendLogo(await readLogo(ctx, await readPresentation(ctx, params.organization))),
)

addRoute(
  organizationLogoRoutes,
  {
    method: 'put',
    path: '/organizations/{organization}/logo',
    operationId: 'replaceOrganizationLogo',
    tags,
    summary: 'Replace the logo of an organization, for its administrators',
    params: organizationParams,
    body: {
      description: 'A PNG, JPEG, WebP or SVG image. An SVG has no scripts.',
      required: true,
      content: logoTypes,
    },
    responses: { 204: { description: 'Replaced' }, ...problemResponses(400, 401, 403, 413) },
  },
  async ({ ctx, c, params: { organization } }) => {
    accountAdmin(ctx, { type: 'organization', id: organization })
    await setOrganizationLogo(ctx, organization, await readBytes(c.req.raw, limits.instance.maxLogoBytes))
    return c.body(null, 204)
  },
)

addRoute(
  presentationRoutes,
  {
    method: 'delete',
    path: '/organizations/{organization}/logo',
    operationId: 'removeOrganizationLogo',
    tags,
    summary: 'Remove the logo of an organization, for its administrators',
    params: organizationParams,
    responses: { 204: { description: 'Removed' }, ...problemResponses(401, 403) },
  },
  async ({ ctx, c, params }) => {
    await setOrganizationLogo(ctx, params.organization, undefined)
    return c.body(null, 204)
  },
)
