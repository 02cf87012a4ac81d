import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { accountAdmin } from '../actor'
import { type Account, accountAt } from './account-names'
import { listKeys, revokeKey } from './api-keys'
import { putPublicationSite, removePublicationSite } from './publication-sites'
import { readLicenses, readPart, readPublicationSites, readSettings } from './read-settings'
import { departmentSettingsSchema, publicationSiteSchema, sentSiteSchema, settingsSchema } from './schema'
import { writeSettings } from './write-settings'

export const settingsRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Settings']
const accountParams = z.object({
  type: z.string().openapi({ example: 'organization', description: 'user or organization' }),
  id: z.string().openapi({ example: 'town', description: 'Id of the account; `id:department` for a department.' }),
})
const settings = { description: 'The settings', content: { 'application/json': { schema: settingsSchema } } }
const anyList = (description: string) => ({
  description,
  content: { 'application/json': { schema: z.array(z.looseObject({})) } },
})

addRoute(
  settingsRoutes,
  {
    method: 'get',
    path: '/{type}/{id}',
    operationId: 'readSettings',
    tags,
    summary: 'Read the settings of an account',
    description: 'For its administrators, with a session.',
    params: accountParams,
    responses: { 200: settings, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readSettings(ctx, accountAt(params))),
)

for (const method of ['put', 'patch'] as const) {
  addRoute(
    settingsRoutes,
    {
      method,
      path: '/{type}/{id}',
      operationId: method === 'put' ? 'writeSettings' : 'patchSettings',
      tags,
      summary: method === 'put' ? 'Replace the settings of an account' : 'Replace some properties of the settings',
      description:
        'An API key is created by sending it without `id` in `apiKeys`: its `clearKey` is in this answer and nowhere else. A key that is left out is revoked.',
      params: accountParams,
      body: documentedBody(z.union([settingsSchema, departmentSettingsSchema]), 'The settings.'),
      responses: { 200: settings, ...problemResponses(400, 401, 403, 409, 413, 415) },
    },
    async ({ ctx, c, request, params }) => {
      const account = accountAt(params)
      accountAdmin(ctx, account)
      const body = await readJsonBody(c, z.unknown())
      return jsonResponse(request, await writeSettings(ctx, { account, body, merge: method === 'patch' }), {
        status: 200,
      })
    },
  )
}

addRoute(
  settingsRoutes,
  {
    method: 'get',
    path: '/{type}/{id}/api-keys',
    operationId: 'listApiKeys',
    tags,
    summary: 'List the API keys of an account, with their last use',
    params: accountParams,
    responses: { 200: anyList('The keys, oldest first'), ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await listKeys(ctx, accountAt(params))),
)

addRoute(
  settingsRoutes,
  {
    method: 'delete',
    path: '/{type}/{id}/api-keys/{key}',
    operationId: 'revokeApiKey',
    tags,
    summary: 'Revoke an API key',
    params: accountParams.extend({ key: z.string() }),
    responses: { 204: { description: 'Revoked' }, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await revokeKey(ctx, accountAt(params), params.key)
    return c.body(null, 204)
  },
)

for (const { path, operationId, summary, read } of [
  {
    path: '/{type}/{id}/topics',
    operationId: 'readTopics',
    summary: 'Topics of an account, for its members',
    read: (ctx, account) => readPart(ctx, account, 'topics').then((topics) => topics ?? []),
  },
  {
    path: '/{type}/{id}/licenses',
    operationId: 'readLicenses',
    summary: 'Standard licenses and those of an account, for anyone',
    read: readLicenses,
  },
  {
    path: '/{type}/{id}/datasets-metadata',
    operationId: 'readDatasetsMetadata',
    summary: 'Metadata that an account asks of its datasets, for its members',
    read: (ctx, account) => readPart(ctx, account, 'datasetsMetadata').then((metadata) => metadata ?? {}),
  },
  {
    path: '/{type}/{id}/agent-chat',
    operationId: 'readAgentChat',
    summary: 'Whether an account has a conversational agent, for its members',
    read: (ctx, account) => readPart(ctx, account, 'agentChat').then((agentChat = false) => ({ agentChat })),
  },
  {
    path: '/{type}/{id}/publication-sites',
    operationId: 'readPublicationSites',
    summary: 'Sites where an account publishes, for its members',
    read: readPublicationSites,
  },
] satisfies {
  path: string
  operationId: string
  summary: string
  read: (ctx: HttpEnv['Variables']['ctx'], account: Account) => Promise<unknown>
}[]) {
  addRoute(
    settingsRoutes,
    {
      method: 'get',
      path,
      operationId,
      tags,
      summary,
      params: accountParams,
      responses: {
        200: { description: summary, content: { 'application/json': { schema: z.unknown() } } },
        ...problemResponses(400, 401, 403),
      },
    },
    async ({ ctx, request, params }) => jsonResponse(request, await read(ctx, accountAt(params))),
  )
}

addRoute(
  settingsRoutes,
  {
    method: 'post',
    path: '/{type}/{id}/publication-sites',
    operationId: 'putPublicationSite',
    tags,
    summary: 'Add a publication site, or replace the one of the same type and id',
    params: accountParams,
    body: documentedBody(sentSiteSchema, 'The site.'),
    responses: { 200: documented('The site', publicationSiteSchema.shape), ...problemResponses(400, 401, 403, 409) },
  },
  async ({ ctx, c, request, params }) => {
    const account = accountAt(params)
    accountAdmin(ctx, account)
    const site = await putPublicationSite(ctx, account, await readJsonBody(c, z.unknown()))
    return jsonResponse(request, site, { status: 200 })
  },
)

addRoute(
  settingsRoutes,
  {
    method: 'delete',
    path: '/{type}/{id}/publication-sites/{siteType}/{siteId}',
    operationId: 'removePublicationSite',
    tags,
    summary: 'Remove a publication site',
    params: accountParams.extend({ siteType: z.string(), siteId: z.string() }),
    responses: { 200: documented('It is gone', {}), ...problemResponses(400, 401, 403, 409) },
  },
  async ({ ctx, request, params }) => {
    await removePublicationSite(ctx, accountAt(params), { type: params.siteType, id: params.siteId })
    return jsonResponse(request, {}, { status: 200 })
  },
)
