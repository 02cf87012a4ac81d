/** Routes of base applications, which operators register and of which publishers create applications. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { superAdmin } from '../../accounts'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { type Params, pageParameters } from '../../resources/list'
import { textQuery } from '../../schema/query-parameters'
import { answerThumbnail } from '../../thumbnails/response'
import { basePatchSchema } from './document'
import { baseListParameters, listAllBases, listBases } from './list'
import { patchBase } from './patch'
import { pictureOfBase } from './picture'
import { presentBase } from './present'
import { registerBase } from './register'

export const baseApplicationRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Base applications']
const idParam = z.object({ id: z.string() })
const registrationSchema = z.strictObject({ url: z.string().min(1) }).openapi('BaseApplicationRegistration')
const baseResponse = documented('The base application', { id: z.string(), url: z.string(), title: z.string() })
const basesPage = documented('A page of base applications', {
  count: z.number().int(),
  results: z.array(z.looseObject({ id: z.string(), url: z.string() })),
})

addRoute(
  baseApplicationRoutes,
  {
    method: 'get',
    path: '/base-applications',
    operationId: 'listBaseApplications',
    tags,
    summary: 'List the applications that can be configured',
    query: textQuery(baseListParameters),
    responses: { 200: basesPage, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await listBases(ctx, query)),
)

addRoute(
  baseApplicationRoutes,
  {
    method: 'post',
    path: '/base-applications',
    operationId: 'registerBaseApplication',
    tags,
    summary: 'Register the application at an address, or read it again',
    description: 'For super-administrators. Its index.html and config-schema.json are read.',
    body: documentedBody(registrationSchema, 'The address of its folder.'),
    responses: { 200: baseResponse, 201: baseResponse, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, request }) => {
    superAdmin(ctx)
    const { url } = await readJsonBody(c, registrationSchema)
    const { base, isNew } = await registerBase(ctx, url)
    return jsonResponse(request, presentBase(base, ctx), { status: isNew ? 201 : 200 })
  },
)

addRoute(
  baseApplicationRoutes,
  {
    method: 'patch',
    path: '/base-applications/{id}',
    operationId: 'patchBaseApplication',
    tags,
    summary: 'Change the texts of a base application, and who may use it',
    params: idParam,
    body: documentedBody(basePatchSchema, 'What changes; null restores the text of its page.'),
    responses: { 200: baseResponse, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    superAdmin(ctx)
    const base = await patchBase(ctx, { id: params.id, patch: await readJsonBody(c, basePatchSchema) })
    return jsonResponse(request, presentBase(base, ctx), { status: 200 })
  },
)

addRoute(
  baseApplicationRoutes,
  {
    method: 'get',
    path: '/admin/base-applications',
    operationId: 'listAllBaseApplications',
    tags,
    summary: 'List all base applications, with how many applications each has',
    query: textQuery(pageParameters),
    responses: { 200: basesPage, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, request, query }) => {
    // As above.
    return jsonResponse(request, await listAllBases(ctx, query as Params<'size' | 'page' | 'skip'>))
  },
)

for (const file of ['thumbnail', 'icon'] as const) {
  addRoute(
    baseApplicationRoutes,
    {
      method: 'get',
      path: `/base-applications/{id}/${file}`,
      operationId: file === 'icon' ? 'readBaseApplicationIcon' : 'readBaseApplicationThumbnail',
      tags,
      summary: file === 'icon' ? 'Read the icon of a base application' : 'Read a thumbnail of a base application',
      params: idParam,
      query: textQuery({ width: 'Pixels across, 300 by default.', height: 'Pixels down, 200 by default.' }),
      responses: {
        200: { description: 'A PNG', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
        302: { description: 'The image cannot be resized: redirects to the image itself' },
        ...problemResponses(400, 404),
      },
    },
    async ({ ctx, request, params }) => answerThumbnail(ctx, request, await pictureOfBase(ctx, { ...params, file })),
  )
}
