/** Helpers for the OpenAPI description of routes. */
import { z } from '@hono/zod-openapi'

const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ where: z.string(), what: z.string(), value: z.string().optional() })).optional(),
  })
  .openapi('Problem')

const problemTitles: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Nobody is signed in, or the key is unknown',
  403: 'Not allowed',
  404: 'Not found',
  409: 'The dataset is not in a state that allows this',
  410: 'It has ended',
  411: 'Content-Length is missing',
  412: 'It has changed since it was read',
  413: 'Too large',
  415: 'The body is of another type',
  422: 'What the request names cannot be processed',
  460: 'The bytes do not have their checksum',
  429: 'A quota or a rate is used up',
  501: 'Not available',
  502: 'Another service did not respond as expected',
  504: 'Another service did not respond in time',
}

type JsonContent<Schema> = { description: string; content: { 'application/json': { schema: Schema } } }

/** A JSON response with some properties. */
export function documented<Shape extends z.core.$ZodLooseShape>(
  description: string,
  shape: Shape,
): JsonContent<z.ZodObject<Shape>> {
  return { description, content: { 'application/json': { schema: z.object(shape) } } }
}

/** The error responses of a route, in the format of RFC 9457. */
export function problemResponses<Status extends number>(...statuses: Status[]) {
  const content = { 'application/problem+json': { schema: problemSchema } }
  // The type of fromEntries loses the keys; they are `statuses`.
  return Object.fromEntries(
    statuses.map((status) => [status, { description: problemTitles[status] ?? '', content }]),
  ) as Record<Status, { description: string; content: typeof content }>
}

/** A JSON body that the domain validates after it has loaded its resource: here it is only documented. */
export function documentedBody(schema: z.ZodType, description: string) {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { description, required: true, content: { 'application/json': { schema: jsonSchema as object } } }
}
