/** Routes of remote services: their descriptions, and who may use them. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { sessionUser } from '../accounts'
import type { Context } from '../context'
import { parseJson, readJsonBody, readText } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { isSuperAdmin } from '../permissions'
import { textQuery } from '../schema/query-parameters'
import { annotateOperation, removeAnnotation } from './annotate'
import { createService } from './create'
import { annotationSchema } from './description/annotations'
import { checkDescription } from './description/check'
import { createSchema, patchSchema, putSchema, type RemoteService } from './document'
import { listActions, listParameters, listServices } from './list'
import { loadOwnService, loadService, readDescription, serviceActor } from './load'
import { presentService } from './present'
import { proxyDescription } from './proxy-description'
import { removeService } from './remove'
import { patchService, refreshService } from './update'

export const remoteServiceRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Remote services']
const params = z.object({ id: z.string().openapi({ example: 'geocoder' }) })
const serviceResponse = documented('The remote service', {
  id: z.string(),
  title: z.string(),
  server: z.string(),
  actions: z.array(z.looseObject({ id: z.string(), type: z.string() })),
})
const maxBytes = limits.remoteServices.maxDescriptionBytes

addRoute(
  remoteServiceRoutes,
  {
    method: 'get',
    path: '/remote-services',
    operationId: 'listRemoteServices',
    tags,
    summary: 'List the remote services that are public, or open to accounts of the caller',
    query: textQuery(listParameters),
    responses: {
      200: documented('A page of remote services', {
        count: z.number().int(),
        results: z.array(z.looseObject({ id: z.string(), title: z.string() })),
      }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await listServices(ctx, query)),
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'get',
    path: '/remote-services-actions',
    operationId: 'listRemoteServiceActions',
    tags,
    summary: 'List the search actions of remote services',
    query: textQuery(listParameters),
    responses: {
      200: documented('Actions', { results: z.array(z.looseObject({ id: z.string(), title: z.string() })) }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await listActions(ctx, query)),
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'get',
    path: '/configurable-remote-services',
    operationId: 'listConfigurableRemoteServices',
    tags,
    summary: 'List the APIs that the operator proposes to register',
    responses: {
      200: {
        description: 'Titles and addresses of descriptions',
        content: { 'application/json': { schema: z.array(z.object({ title: z.string(), url: z.string() })) } },
      },
      ...problemResponses(401),
    },
  },
  ({ ctx, request }) => {
    sessionUser(ctx)
    return jsonResponse(request, ctx.config.REMOTE_SERVICES)
  },
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'post',
    path: '/_check-api',
    operationId: 'checkApiDescription',
    tags,
    summary: 'Validate the description of an API',
    body: {
      description: 'OpenAPI 3.0 or 3.1.',
      required: true,
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    responses: {
      200: { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } },
      ...problemResponses(400, 401, 413),
    },
  },
  async ({ ctx, c }) => {
    sessionUser(ctx)
    checkDescription(parseJson(await readText(c.req.raw, maxBytes), 'body'))
    return c.text('OK')
  },
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'post',
    path: '/remote-services',
    operationId: 'createRemoteService',
    tags,
    summary: 'Register an API by its description, or by the address of it',
    description:
      'For super-administrators, and for administrators of an account, who register it for their account alone.',
    body: documentedBody(createSchema, 'Its OpenAPI description in `apiDoc`, or the address of it in `url`.'),
    responses: { 201: serviceResponse, ...problemResponses(400, 401, 403, 409, 413) },
  },
  async ({ ctx, c, request }) => {
    // Before the body is read.
    sessionUser(ctx)
    const service = await createService(ctx, await readJsonBody(c, createSchema))
    return jsonResponse(request, presentFor(ctx, service), { status: 201 })
  },
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'get',
    path: '/remote-services/{id}',
    operationId: 'readRemoteService',
    tags,
    summary: 'Read a remote service with its description, as one who may change it',
    params,
    responses: { 200: serviceResponse, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params: { id } }) => {
    const service = await loadOwnService(ctx, id)
    return jsonResponse(request, { ...presentFor(ctx, service), apiDoc: await readDescription(ctx, service) })
  },
)

for (const method of ['put', 'patch'] as const) {
  const isPut = method === 'put'
  const schema = isPut ? putSchema : patchSchema
  addRoute(
    remoteServiceRoutes,
    {
      method,
      path: '/remote-services/{id}',
      operationId: isPut ? 'putRemoteService' : 'patchRemoteService',
      tags,
      summary: isPut ? 'Replace the writable properties of a remote service' : 'Change a remote service',
      description: 'Who may use it is changed by super-administrators alone. The value of `apiKey` is never returned.',
      params,
      body: documentedBody(patchSchema, 'What changes; read-only properties are ignored by PUT.'),
      responses: { 200: serviceResponse, ...problemResponses(400, 401, 403, 404, 409, 413) },
    },
    async ({ ctx, c, request, params: { id } }) => {
      await loadOwnService(ctx, id)
      const service = await patchService(ctx, { id, patch: await readJsonBody(c, schema) })
      return jsonResponse(request, presentFor(ctx, service), { status: 200 })
    },
  )
}

addRoute(
  remoteServiceRoutes,
  {
    method: 'delete',
    path: '/remote-services/{id}',
    operationId: 'deleteRemoteService',
    tags,
    summary: 'Delete a remote service',
    params,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params: { id } }) => {
    await removeService(ctx, id)
    return c.body(null, 204)
  },
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'post',
    path: '/remote-services/{id}/_update',
    operationId: 'refreshRemoteService',
    tags,
    summary: 'Fetch the description of a remote service again',
    params,
    responses: {
      200: serviceResponse,
      204: { description: 'The service has no address of its description' },
      ...problemResponses(400, 401, 403, 404, 409),
    },
  },
  async ({ ctx, c, request, params: { id } }) => {
    const service = await refreshService(ctx, id)
    return service ? jsonResponse(request, presentFor(ctx, service), { status: 200 }) : c.body(null, 204)
  },
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'put',
    path: '/remote-services/{id}/annotations',
    operationId: 'annotateRemoteService',
    tags,
    summary: 'Make an operation of a remote service one that enriches lines',
    description:
      'The operation is a GET, named by its path. Its annotations are written into the stored description, and stay when it is fetched again.',
    params,
    body: documentedBody(annotationSchema, 'The parameters that receive values, and the properties that are offered.'),
    responses: { 200: serviceResponse, ...problemResponses(400, 401, 403, 404, 409, 413) },
  },
  async ({ ctx, c, request, params: { id } }) => {
    await loadOwnService(ctx, id)
    const service = await annotateOperation(ctx, { id, annotation: await readJsonBody(c, annotationSchema) })
    return jsonResponse(request, presentFor(ctx, service), { status: 200 })
  },
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'delete',
    path: '/remote-services/{id}/annotations',
    operationId: 'removeRemoteServiceAnnotations',
    tags,
    summary: 'Remove the annotations of an operation of a remote service',
    params,
    query: textQuery({ path: 'Path of the operation, such as `/cities/{code}`.' }),
    responses: { 200: serviceResponse, ...problemResponses(400, 401, 403, 404, 409) },
  },
  async ({ ctx, request, params: { id }, query: { path = '' } }) =>
    jsonResponse(request, presentFor(ctx, await removeAnnotation(ctx, { id, path })), { status: 200 }),
)

addRoute(
  remoteServiceRoutes,
  {
    method: 'get',
    path: '/remote-services/{id}/api-docs.json',
    operationId: 'readRemoteServiceApiDoc',
    tags,
    summary: 'Get the OpenAPI document of the read operations of a remote service, at their addresses here',
    params,
    responses: {
      200: { description: 'OpenAPI', content: { 'application/json': { schema: { type: 'object' } } } },
      ...problemResponses(404),
    },
  },
  async ({ ctx, request, params: { id } }) => {
    const service = await loadService(ctx, id)
    return jsonResponse(request, proxyDescription(await readDescription(ctx, service), service, ctx.baseUrl))
  },
)

function presentFor(ctx: Context, service: RemoteService): Record<string, unknown> {
  return presentService(service, { baseUrl: ctx.baseUrl, showsAccess: isSuperAdmin(serviceActor(ctx)) })
}
