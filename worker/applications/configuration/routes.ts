/** Routes of the configuration of an application and of its keys. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../../errors'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { contentEtag } from '../../http/etag'
import { documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { textQuery } from '../../schema/query-parameters'
import { linkKeysSchema, readLinkKeys, writeLinkKeys } from '../access/link-keys'
import { configurationSchema } from '../document'
import { loadApplication } from '../load'
import { readConfiguration, readConfigurationDraft } from './read-configuration'
import { reportError } from './report-error'
import { cancelConfigurationDraft, writeConfiguration, writeConfigurationDraft } from './write-configuration'

export const configurationRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const params = z.object({ id: z.string() })
const configurationResponse = {
  description: 'The configuration',
  content: { 'application/json': { schema: configurationSchema } },
}
const keysResponse = { description: 'The keys', content: { 'application/json': { schema: linkKeysSchema } } }

for (const path of ['/{id}/configuration', '/{id}/config'] as const) {
  const suffix = path === '/{id}/config' ? 'Config' : 'Configuration'
  addRoute(
    configurationRoutes,
    {
      method: 'get',
      path,
      operationId: `read${suffix}`,
      tags,
      summary: 'Read the configuration of an application, with current descriptions of its datasets',
      params,
      responses: { 200: configurationResponse, ...problemResponses(403, 404) },
    },
    async ({ ctx, request, params }) => jsonResponse(request, await readConfiguration(ctx, params.id)),
  )

  addRoute(
    configurationRoutes,
    {
      method: 'put',
      path,
      operationId: `write${suffix}`,
      tags,
      summary: 'Publish a configuration',
      params,
      body: documentedBody(
        configurationSchema,
        'The configuration. `datasets` and `applications` list its references.',
      ),
      responses: { 200: configurationResponse, ...problemResponses(400, 401, 403, 404) },
    },
    async ({ ctx, c, request, params }) => {
      const { id } = params
      await loadApplication(ctx, id, 'writeConfig')
      const configuration = await readJsonBody(c, configurationSchema)
      await writeConfiguration(ctx, { id, configuration })
      return jsonResponse(request, configuration, { status: 200 })
    },
  )
}

addRoute(
  configurationRoutes,
  {
    method: 'get',
    path: '/{id}/configuration-draft',
    operationId: 'readConfigurationDraft',
    tags,
    summary: 'Read the draft configuration, else the published one',
    params,
    responses: { 200: configurationResponse, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readConfigurationDraft(ctx, params.id)),
)

addRoute(
  configurationRoutes,
  {
    method: 'put',
    path: '/{id}/configuration-draft',
    operationId: 'writeConfigurationDraft',
    tags,
    summary: 'Store a draft configuration',
    params,
    body: documentedBody(configurationSchema, 'The configuration.'),
    responses: { 200: configurationResponse, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'writeConfig')
    const configuration = await readJsonBody(c, configurationSchema)
    await writeConfigurationDraft(ctx, { id, configuration })
    return jsonResponse(request, configuration, { status: 200 })
  },
)

addRoute(
  configurationRoutes,
  {
    method: 'delete',
    path: '/{id}/configuration-draft',
    operationId: 'cancelConfigurationDraft',
    tags,
    summary: 'Delete the draft configuration',
    params,
    responses: { 200: { description: 'Deleted' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await cancelConfigurationDraft(ctx, params)
    return c.body(null, 200)
  },
)

addRoute(
  configurationRoutes,
  {
    method: 'post',
    path: '/{id}/error',
    operationId: 'reportApplicationError',
    tags,
    summary: 'Report an error of an application with its configuration',
    description: 'When `draft=true` is in the Referer, the error is one of the draft configuration.',
    params,
    body: documentedBody(z.object({ message: z.string() }), 'The error message.'),
    responses: { 204: { description: 'Stored' }, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'writeConfig')
    const { message, ...rest } = await readJsonBody(c, z.looseObject({ message: z.string().optional() }))
    if (!message) throw problem('application-error-empty')
    const draft = /[?&]draft=true(&|#|$)/.test(request.headers.get('referer') ?? '')
    await reportError(ctx, { id, message, rest, draft })
    return c.body(null, 204)
  },
)

addRoute(
  configurationRoutes,
  {
    method: 'get',
    path: '/{id}/keys',
    operationId: 'getKeys',
    tags,
    summary: 'Read the keys of an application',
    params,
    responses: { 200: keysResponse, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await readLinkKeys(ctx, params.id), { headers: { 'cache-control': 'private, no-store' } }),
)

addRoute(
  configurationRoutes,
  {
    method: 'post',
    path: '/{id}/keys',
    operationId: 'setKeys',
    tags,
    summary: 'Replace the keys of an application',
    description: 'Keys that are left out are revoked. A key without an id gets a generated one.',
    params,
    query: textQuery({ tag: 'ETag of the keys that the change was made from: 409 when they have changed since.' }),
    body: documentedBody(linkKeysSchema, 'All keys.'),
    responses: { 200: keysResponse, ...problemResponses(400, 401, 403, 404, 409) },
  },
  async ({ ctx, c, request, params, query: { tag } }) => {
    const { id } = params
    await loadApplication(ctx, id, 'setKeys')
    const keys = await writeLinkKeys(ctx, {
      id,
      keys: await readJsonBody(c, linkKeysSchema),
      isCurrent: tag === undefined ? undefined : (current) => contentEtag(current) === tag,
    })
    return jsonResponse(request, keys, { status: 200 })
  },
)
