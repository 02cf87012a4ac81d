/** What an application is configured with, and the keys that open it (contract applications A.8, A.10–A.12). */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../errors'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { problemResponses, toldBody } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { readConfiguration, readDraft } from './configuration'
import { cancelDraft, writeConfiguration, writeDraft } from './configure'
import { configurationSchema } from './document'
import { keysSchema, readKeys, writeKeys } from './keys'
import { loadApplication } from './load'
import { reportError } from './report'

export const configurationRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const params = z.object({ id: z.string() })
const oneConfiguration = {
  description: 'The configuration',
  content: { 'application/json': { schema: configurationSchema } },
}
const someKeys = { description: 'The keys', content: { 'application/json': { schema: keysSchema } } }

for (const path of ['/{id}/configuration', '/{id}/config'] as const) {
  const suffix = path === '/{id}/config' ? 'Config' : 'Configuration'
  addRoute(
    configurationRoutes,
    {
      method: 'get',
      path,
      operationId: `read${suffix}`,
      tags,
      summary: 'Read the configuration of an application, with what its datasets are now',
      params,
      responses: { 200: oneConfiguration, ...problemResponses(403, 404) },
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
      body: toldBody(configurationSchema, 'The configuration. `datasets` and `applications` are what it refers to.'),
      responses: { 200: oneConfiguration, ...problemResponses(400, 401, 403, 404) },
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
    summary: 'Read the configuration that is being prepared, else the published one',
    params,
    responses: { 200: oneConfiguration, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readDraft(ctx, params.id)),
)

addRoute(
  configurationRoutes,
  {
    method: 'put',
    path: '/{id}/configuration-draft',
    operationId: 'writeConfigurationDraft',
    tags,
    summary: 'Keep a configuration that is being prepared',
    params,
    body: toldBody(configurationSchema, 'The configuration.'),
    responses: { 200: oneConfiguration, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'writeConfig')
    const configuration = await readJsonBody(c, configurationSchema)
    await writeDraft(ctx, { id, configuration })
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
    summary: 'Give up the configuration that is being prepared',
    params,
    responses: { 200: { description: 'It is gone' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await cancelDraft(ctx, params)
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
    summary: 'Report that an application cannot work with its configuration',
    description: 'With a Referer that says `draft=true`, it is the draft that it cannot work with.',
    params,
    body: toldBody(z.object({ message: z.string() }), 'What is wrong.'),
    responses: { 204: { description: 'It is noted' }, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'writeConfig')
    const { message } = await readJsonBody(c, z.object({ message: z.string().optional() }))
    if (!message) throw problem('application-error-empty')
    const draft = /[?&]draft=true(&|#|$)/.test(request.headers.get('referer') ?? '')
    await reportError(ctx, { id, message, draft })
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
    responses: { 200: someKeys, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await readKeys(ctx, params.id), { headers: { 'cache-control': 'private, no-store' } }),
)

addRoute(
  configurationRoutes,
  {
    method: 'post',
    path: '/{id}/keys',
    operationId: 'setKeys',
    tags,
    summary: 'Replace the keys of an application',
    description: 'All of them: those left out open nothing any more. Without an id a key is given one.',
    params,
    body: toldBody(keysSchema, 'All keys.'),
    responses: { 200: someKeys, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'setKeys')
    const keys = await writeKeys(ctx, { id, keys: await readJsonBody(c, keysSchema) })
    return jsonResponse(request, keys, { status: 200 })
  },
)
