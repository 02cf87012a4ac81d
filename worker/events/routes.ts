import { OpenAPIHono, z } from '@hono/zod-openapi'
import { accountAdmin, accountAt } from '../accounts'
import { loadDataset } from '../datasets'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse, textResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { notificationSchema } from './event'
import { readFeed } from './feed'
import { notifySubscribers } from './notify'
import { readEvents } from './read-events'
import { listWebhooks, replayWebhook, testWebhook } from './webhooks'

export const eventRoutes = new OpenAPIHono<HttpEnv>()
/** Mounted under `/datasets`. */
export const feedRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Events']
const cursor = z.coerce.number().int().min(0)

addRoute(
  eventRoutes,
  {
    method: 'get',
    path: '/events',
    operationId: 'readEvents',
    tags,
    summary: 'Read the log of an account after a cursor',
    description:
      'Everything that happened to the datasets of the account, oldest first. Send the `cursor` of an answer as `since` of the next request: nothing is missed and nothing comes twice.',
    query: z.object({
      since: cursor.default(0).openapi({ description: 'Id of the last event that was read; 0: from the beginning.' }),
      size: z.coerce.number().int().min(1).max(limits.events.maxPage).default(limits.events.defaultPage),
      owner: z.string().optional().openapi({ description: '`type:id[:department]`; the active account by default.' }),
    }),
    responses: {
      200: documented('A page of the log', {
        results: z.array(z.looseObject({ id: z.number().int(), date: z.string(), event: z.string() })),
        cursor: z.number().int(),
      }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await readEvents(ctx, query)),
)

const accountParams = z.object({
  type: z.string().openapi({ example: 'organization', description: 'user or organization' }),
  id: z.string().openapi({ example: 'town', description: 'Id of the account; `id:department` for a department.' }),
})
const deliverySchema = z.strictObject({
  date: z.string(),
  event: z.string().openapi({ description: 'Its key in the log, or `test`.' }),
  status: z.number().int().optional().openapi({ description: 'Status of the answer.' }),
  error: z.string().optional().openapi({ description: 'Why there was no answer.' }),
})
const webhookSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  secret: z.string(),
  cursor: z.number().int(),
  deliveries: z.array(deliverySchema).openapi({ description: 'The last ones, newest first.' }),
})

addRoute(
  eventRoutes,
  {
    method: 'get',
    path: '/settings/{type}/{id}/webhooks',
    operationId: 'listWebhooks',
    tags,
    summary: 'List the webhooks of an account, with their secrets and state',
    description: 'Webhooks are declared in the settings of the account. Requires a session of an administrator.',
    params: accountParams,
    responses: {
      200: { description: 'The webhooks', content: { 'application/json': { schema: z.array(webhookSchema) } } },
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await listWebhooks(ctx, accountAt(params))),
)

const replaySchema = z.strictObject({ since: cursor })

addRoute(
  eventRoutes,
  {
    method: 'post',
    path: '/settings/{type}/{id}/webhooks/{webhook}/_replay',
    operationId: 'replayWebhook',
    tags,
    summary: 'Send the events after a cursor to a webhook again, and enable it if it was disabled',
    params: accountParams.extend({ webhook: z.string() }),
    body: documentedBody(replaySchema, 'Id of the last event that was read.'),
    responses: {
      200: documented('The webhook', webhookSchema.shape),
      ...problemResponses(400, 401, 403, 404),
    },
  },
  async ({ ctx, c, request, params }) => {
    const account = accountAt(params)
    accountAdmin(ctx, account)
    const { since } = await readJsonBody(c, replaySchema)
    const webhook = await replayWebhook(ctx, account, { id: params.webhook, since })
    return jsonResponse(request, webhook, { status: 200 })
  },
)

addRoute(
  eventRoutes,
  {
    method: 'post',
    path: '/settings/{type}/{id}/webhooks/{webhook}/_test',
    operationId: 'testWebhook',
    tags,
    summary: 'Send a test to a webhook',
    description:
      'A signed request as those of events, with the event `test`. The answer says what the webhook answered.',
    params: accountParams.extend({ webhook: z.string() }),
    responses: {
      200: documented('The delivery', deliverySchema.shape),
      ...problemResponses(400, 401, 403, 404),
    },
  },
  async ({ ctx, request, params }) => {
    const delivery = await testWebhook(ctx, accountAt(params), params.webhook)
    return jsonResponse(request, delivery, { status: 200 })
  },
)

addRoute(
  feedRoutes,
  {
    method: 'get',
    path: '/{id}/feed.atom',
    operationId: 'readFeed',
    tags,
    summary: 'Follow the versions of a dataset in a feed reader',
    params: z.object({ id: z.string() }),
    responses: {
      200: { description: 'An Atom feed', content: { 'application/atom+xml': { schema: z.string() } } },
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) => {
    const headers = { 'content-type': 'application/atom+xml; charset=utf-8' }
    return textResponse(request, await readFeed(ctx, params.id), { headers })
  },
)

addRoute(
  feedRoutes,
  {
    method: 'post',
    path: '/{id}/user-notification',
    operationId: 'sendUserNotification',
    tags,
    summary: 'Send a notification about a dataset to the subscribers of its account',
    description: 'It is an event of the log of the account, `dataset-user-notification`, of which webhooks are told.',
    params: z.object({ id: z.string() }),
    body: documentedBody(notificationSchema, 'The notification.'),
    responses: {
      200: documented('The event', {
        date: z.string(),
        topic: z.object({ key: z.string(), title: z.string() }),
        title: z.string(),
        body: z.string().optional(),
        urlParams: z.record(z.string(), z.string()),
        visibility: z.enum(['public', 'private']),
      }),
      ...problemResponses(400, 401, 403, 404, 415),
    },
  },
  async ({ ctx, c, request, params: { id } }) => {
    await loadDataset(ctx, id, 'sendUserNotification')
    const notification = await readJsonBody(c, notificationSchema)
    return jsonResponse(request, await notifySubscribers(ctx, { id, notification }), { status: 200 })
  },
)
