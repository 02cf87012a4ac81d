/** One value declares a route: its parameters, its responses, and its handler. It is also the OpenAPI description. */
import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import { frenchIssues } from '../check-against'
import type { Context } from '../context'
import { type Fault, problem } from '../errors'
import type { HttpEnv } from './env'

type Told = { description: string; content?: Record<string, { schema: z.ZodType | object }> }

type RouteSpec<Params extends z.ZodObject, Query extends z.ZodObject> = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With parameters in braces; `{path+}` matches the rest of the path, with its slashes. */
  path: string
  /** The path followed by a slash is the same route. */
  trailingSlash?: boolean
  operationId: string
  tags: string[]
  summary: string
  description?: string
  params?: Params
  query?: Query
  /** Documented here, parsed by the handler: large bodies must stay streams. */
  body?: { description: string; required: boolean; content: Record<string, { schema: object }> }
  responses: Record<number, Told>
}

export type Call<Params, Query> = {
  ctx: Context
  c: HonoContext<HttpEnv>
  params: Params
  query: Query
  request: Request
}

/** Adds a route to an application and its description to the API's. @throws `parameter-invalid` naming the parameter */
export function addRoute<
  Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  routes: OpenAPIHono<HttpEnv>,
  spec: RouteSpec<Params, Query>,
  handler: (call: Call<z.output<Params>, z.output<Query>>) => Promise<Response> | Response,
): void {
  const { params, query, body, trailingSlash, ...documented } = spec
  routes.openAPIRegistry.registerPath({
    ...documented,
    path: spec.path.replace('+}', '}'),
    request: { ...(params ? { params } : {}), ...(query ? { query } : {}), ...(body ? { body } : {}) },
    // zod objects and plain JSON schemas are both understood; the library's type lists each apart.
    responses: documented.responses as Parameters<typeof routes.openAPIRegistry.registerPath>[0]['responses'],
    security: [{ apiKey: [] }, {}],
  })
  const isFree = params !== undefined && takesAnyText(params)
  const path = spec.path.replace(/\{(\w+)\+\}/, ':$1{.+}').replace(/(?<!:\w+)\{(\w+)\}/g, ':$1')
  routes.on(spec.method.toUpperCase(), [path, ...(trailingSlash ? [`${path}/`] : [])], (c) =>
    handler({
      ctx: c.get('ctx'),
      c,
      request: c.req.raw,
      // Its type is that of the values before parsing.
      params: isFree ? (pathParameters(c) as z.output<Params>) : parsed(params, pathParameters(c)),
      // Only for the handlers that use it: others read the URL themselves.
      get query() {
        return parsed(query, c.req.query())
      },
    }),
  )
}

/** The parameters of the path, with the id of the resource that it names by its slug. */
function pathParameters(c: HonoContext<HttpEnv>): Record<string, string> {
  const id = c.get('resourceId')
  return id === undefined ? c.req.param() : { ...c.req.param(), id }
}

/** Whether the schema has unconstrained strings only: parsing is skipped. */
const takesAnyText = ({ def, shape }: z.ZodObject): boolean =>
  !def.checks?.length &&
  !def.catchall &&
  Object.values(shape).every((member) => member instanceof z.ZodString && !member.def.checks?.length)

function parsed<Schema extends z.ZodObject>(schema: Schema | undefined, values: unknown): z.output<Schema> {
  // Without a schema the type is that of an empty object.
  if (!schema) return {} as z.output<Schema>
  const result = schema.safeParse(values)
  if (result.success) return result.data
  const faults: Fault[] = result.error.issues.map((issue) => ({ where: issue.path.join('.'), what: issue.message }))
  const [first] = faults
  const reason = { en: first?.what ?? '', fr: frenchIssues(schema, values)[0]?.message ?? '' }
  throw problem('parameter-invalid', { parameter: first?.where ?? '', reason }, faults)
}
