/** Routes of collectors that receive the messages of devices. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { textQuery } from '../../schema/query-parameters'
import { loadCollector } from '../load'
import { mqttStatus } from './mqtt-listeners'
import { receiveMessage } from './receive-message'

export const deviceRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Collectors']
const params = z.object({ id: z.string() })

addRoute(
  deviceRoutes,
  {
    method: 'post',
    path: '/{id}/messages',
    operationId: 'receiveDeviceMessage',
    tags,
    summary: 'Store a message of a device',
    params,
    query: textQuery({
      key: 'The webhook key of the collector; or in the header x-webhook-key.',
      event: 'The kind of event, as ChirpStack adds it.',
    }),
    body: documentedBody(z.unknown(), 'The message, any JSON. `Idempotency-Key` names it where its content does not.'),
    responses: {
      200: documented('How many lines were stored', { stored: z.number().int(), refused: z.number().int() }),
      ...problemResponses(400, 403, 404, 409, 413),
    },
  },
  async ({ ctx, c, request, params: { id }, query }) => {
    const key = query.key ?? request.headers.get('x-webhook-key') ?? ''
    const body = await readJsonBody(c, z.unknown())
    const messageId = request.headers.get('idempotency-key') ?? undefined
    return jsonResponse(request, await receiveMessage(ctx, { id, key, body, event: query.event, messageId }), {
      status: 200,
    })
  },
)

addRoute(
  deviceRoutes,
  {
    method: 'get',
    path: '/{id}/connection',
    operationId: 'readDeviceConnection',
    tags,
    summary: 'Read the state of the connection of a collector to its broker',
    params,
    responses: {
      200: documented('The connection', {
        status: z.enum(['connected', 'waiting', 'stopped']),
        stored: z.number().int(),
        refused: z.number().int(),
      }),
      ...problemResponses(401, 403, 404),
    },
  },
  async ({ ctx, request, params: { id } }) => {
    return jsonResponse(request, await mqttStatus(ctx, await loadCollector(ctx, id, 'read')))
  },
)
