/** Routes of applications. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { checkAgainst } from '../check-against'
import { problem } from '../errors'
import { parseJson, readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { listResponse } from '../http/list-response'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { sentOwnerSchema } from '../identity'
import { anyoneCan } from '../permissions'
import { listCaching, proseOf, proseParameters, shapeOf } from '../resources/list'
import { addJournalRoute } from '../resources/routes'
import { flagQuery, textQuery } from '../schema/query-parameters'
import { answerThumbnail } from '../thumbnails/response'
import { applicationActor } from './actor'
import { imageOf } from './attachments/attachments'
import { baseOfApplication } from './base/base-of-application'
import { createApplication } from './create'
import { type ApplicationCreation, createSchema, patchSchema, putSchema } from './document'
import { readJournal } from './journal'
import { listDocuments, listQuery } from './list'
import { type Application, applicationExists, loadApplication } from './load'
import { patchApplication, replaceApplication } from './patch'
import { type ApplicationDocument, type Presentation, present } from './present'
import { removeApplication } from './trash/remove-application'

export const applicationRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const idParam = z.object({ id: z.string().openapi({ example: 'k3v0f2m1q8s7d6a5z4x3c2v1' }) })
const applicationResponse = documented('The application', {
  id: z.string(),
  status: z.string(),
  page: z.string(),
  href: z.string(),
  exposedUrl: z.string(),
})
type Ctx = HttpEnv['Variables']['ctx']

addRoute(
  applicationRoutes,
  {
    method: 'get',
    path: '/',
    operationId: 'listApplications',
    tags,
    summary: 'List applications',
    query: listQuery,
    responses: {
      200: documented('A page of applications', {
        count: z.number().int().optional(),
        results: z.array(z.looseObject({ id: z.string() })),
        facets: z.record(z.string(), z.array(z.object({ count: z.number().int(), value: z.unknown() }))).optional(),
      }),
      ...problemResponses(400),
    },
  },
  async ({ ctx, request, query }) => listResponse(request, await listDocuments(ctx, query), listCaching(query)),
)

addRoute(
  applicationRoutes,
  {
    method: 'post',
    path: '/',
    operationId: 'createApplication',
    tags,
    summary: 'Create an application of a base application',
    description: '`x-owner` names the owner when the body does not; the active account is the owner by default.',
    body: documentedBody(createSchema, 'The application; `url` is that of a base application.'),
    responses: { 201: applicationResponse, ...problemResponses(400, 401, 403, 404, 429) },
  },
  async ({ ctx, c, request }) => {
    if (applicationActor(ctx).type === 'anonymous') throw problem('sign-in-required')
    const body = withOwner(await readJsonBody(c, createSchema), c.req.header('x-owner'))
    return jsonResponse(request, presentFor(ctx, await createApplication(ctx, { body })), { status: 201 })
  },
)

addRoute(
  applicationRoutes,
  {
    method: 'get',
    path: '/{id}',
    operationId: 'readApplication',
    tags,
    summary: 'Read an application',
    params: idParam,
    query: z.object({
      ...textQuery({
        select: 'Properties to return, comma separated; `-x` leaves out a computed one.',
        ...proseParameters,
      }).shape,
      ...flagQuery({ raw: 'true: stored properties only.' }).shape,
    }),
    responses: { 200: applicationResponse, ...problemResponses(403, 404) },
  },
  async ({ ctx, request, params, query }) => {
    const application = await loadApplication(ctx, params.id, 'readDescription')
    const { without, pick } = shapeOf(query.select)
    const { raw } = query
    const document = presentFor(ctx, application, { raw, without, ...proseOf(query) })
    // With exclusions only, all other properties stay; in lists, the default properties stay.
    const isPicked = query.select?.split(',').some((item) => item !== '' && !item.startsWith('-'))
    return jsonResponse(request, isPicked ? pick(document, raw) : document)
  },
)

addRoute(
  applicationRoutes,
  {
    method: 'patch',
    path: '/{id}',
    operationId: 'patchApplication',
    tags,
    summary: 'Change the description of an application',
    params: idParam,
    body: documentedBody(patchSchema, 'What changes; null removes a property.'),
    responses: { 200: applicationResponse, ...problemResponses(400, 401, 403, 404, 409) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'writeDescription')
    const application = await patchApplication(ctx, { id, patch: await readJsonBody(c, patchSchema) })
    return jsonResponse(request, presentFor(ctx, application, { without: new Set(['userPermissions']) }), {
      status: 200,
    })
  },
)

addRoute(
  applicationRoutes,
  {
    method: 'put',
    path: '/{id}',
    operationId: 'putApplication',
    tags,
    summary: 'Create an application under an id, or replace its writable properties',
    params: idParam,
    body: documentedBody(createSchema, 'The application. Read-only properties are ignored.'),
    responses: {
      200: applicationResponse,
      201: applicationResponse,
      ...problemResponses(400, 401, 403, 404, 409, 429),
    },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    if (applicationActor(ctx).type === 'anonymous') throw problem('sign-in-required')
    if (await applicationExists(ctx, id)) {
      await loadApplication(ctx, id, 'writeDescription')
      const application = await replaceApplication(ctx, { id, body: await readJsonBody(c, putSchema) })
      return jsonResponse(request, presentFor(ctx, application), { status: 200 })
    }
    const body = withOwner(await readJsonBody(c, putSchema), c.req.header('x-owner'))
    return jsonResponse(request, presentFor(ctx, await createApplication(ctx, { id, body })), { status: 201 })
  },
)

addRoute(
  applicationRoutes,
  {
    method: 'delete',
    path: '/{id}',
    operationId: 'deleteApplication',
    tags,
    summary:
      'Delete an application, its keys and its files; it can be restored for some days (see `/deleted-applications`)',
    params: idParam,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await removeApplication(ctx, params.id)
    return c.body(null, 204)
  },
)

addRoute(
  applicationRoutes,
  {
    method: 'get',
    path: '/{id}/base-application',
    operationId: 'readBaseApp',
    tags,
    summary: 'Read the base application of an application',
    params: idParam,
    query: textQuery({ html: 'true: the description as HTML.', thumbnail: proseParameters.thumbnail }),
    responses: {
      200: documented('The base application', { id: z.string(), url: z.string(), title: z.string() }),
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params, query }) =>
    jsonResponse(request, await baseOfApplication(ctx, { id: params.id, prose: proseOf(query) })),
)

addRoute(
  applicationRoutes,
  {
    method: 'get',
    path: '/{id}/status',
    operationId: 'readApplicationStatus',
    tags,
    summary: 'Read the status of an application as text',
    params: idParam,
    responses: {
      200: { description: 'The status', content: { 'text/plain': { schema: { type: 'string' } } } },
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, c, params }) => c.text((await loadApplication(ctx, params.id, 'readConfig')).status),
)

addJournalRoute(applicationRoutes, {
  tags,
  operationId: 'readApplicationJournal',
  summary: 'Read the journal of an application, newest event first',
  read: readJournal,
})

addRoute(
  applicationRoutes,
  {
    method: 'get',
    path: '/{id}/thumbnail',
    operationId: 'readApplicationThumbnail',
    tags,
    summary: 'Read a thumbnail of the image of an application',
    params: idParam,
    query: textQuery({ width: 'Pixels across, 300 by default.', height: 'Pixels down, 200 by default.' }),
    responses: {
      200: { description: 'A PNG', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
      302: { description: 'The image cannot be resized: redirects to the image itself' },
      ...problemResponses(400, 403, 404),
    },
  },
  async ({ ctx, request, params }) => {
    const application = await loadApplication(ctx, params.id, 'readDescription')
    const isPublic = anyoneCan('readDescription', application.permissions)
    const source = await imageOf(ctx, application)
    return answerThumbnail(ctx, request, { of: `applications/${application.id}`, source, isPublic })
  },
)

/** The API document of an application for the caller of a request. */
export function presentFor(
  ctx: Ctx,
  application: Application,
  view: Omit<Presentation, 'actor' | 'baseUrl' | 'site' | 'language'> = {},
): ApplicationDocument {
  const { baseUrl, site, language } = ctx
  return present(application, { actor: applicationActor(ctx), baseUrl, site, language, ...view })
}

/** The body with its owner, else with the owner that the header names. @throws `json-invalid`, `body-invalid` */
function withOwner(body: ApplicationCreation, header: string | undefined): ApplicationCreation {
  if (body.owner || !header) return body
  return { ...body, owner: checkAgainst(sentOwnerSchema, parseJson(header, 'x-owner')) }
}
