/** Routes that datasets and applications have in common. */

import { type OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from '../context'
import { type Language, problem } from '../errors'
import { contentLength, readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { contentEtag } from '../http/etag'
import { eventLanguage } from '../http/event-language'
import { type FilePart, parseMultipart } from '../http/multipart'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { type Permission, permissionsSchema } from '../permissions'
import { excerptOf } from '../schema/cut-text'
import { textQuery } from '../schema/query-parameters'
import type { ArrivingFile, StoredDescriptionFile } from './attachments'
import type { PermissionChange } from './permission-change'

const idParam = z.object({ id: z.string().openapi({ example: 'k3v0f2m1q8s7d6a5z4x3c2v1' }) })

/** `GET` and `PUT /{id}/permissions`. */
export function addPermissionRoutes(
  routes: OpenAPIHono<HttpEnv>,
  resource: {
    tags: string[]
    operationIds: { read: string; replace: string }
    read: (ctx: Context, id: string) => Promise<Permission[]>
    /** Checks the permission before the body is read. */
    authorize: (ctx: Context, id: string) => Promise<unknown>
    replace: (ctx: Context, input: PermissionChange) => Promise<Permission[]>
  },
): void {
  const { tags, operationIds } = resource
  const entries = { description: 'Entries', content: { 'application/json': { schema: permissionsSchema } } }
  addRoute(
    routes,
    {
      method: 'get',
      path: '/{id}/permissions',
      operationId: operationIds.read,
      tags,
      summary: 'Read the permissions',
      params: idParam,
      responses: { 200: entries, ...problemResponses(403, 404) },
    },
    async ({ ctx, request, params }) => jsonResponse(request, await resource.read(ctx, params.id)),
  )
  addRoute(
    routes,
    {
      method: 'put',
      path: '/{id}/permissions',
      operationId: operationIds.replace,
      tags,
      summary: 'Replace the permissions',
      params: idParam,
      query: textQuery({
        tag: 'ETag of the permissions that the change was made from: 409 when they have changed since.',
      }),
      body: documentedBody(permissionsSchema, 'All entries; entries that are left out are removed.'),
      responses: { 200: entries, ...problemResponses(400, 401, 403, 404, 409) },
    },
    async ({ ctx, c, request, params: { id }, query: { tag } }) => {
      await resource.authorize(ctx, id)
      const permissions = await resource.replace(ctx, {
        id,
        permissions: await readJsonBody(c, z.unknown()),
        isCurrent: tag === undefined ? undefined : (current) => contentEtag(current) === tag,
      })
      return jsonResponse(request, permissions, { status: 200 })
    },
  )
}

/** `GET /{id}/journal`. */
export function addJournalRoute(
  routes: OpenAPIHono<HttpEnv>,
  resource: {
    tags: string[]
    operationId: string
    summary: string
    /** @param language the language of the problems in events */
    read: (ctx: Context, id: string, language: Language) => Promise<unknown>
  },
): void {
  const events = z.array(z.looseObject({ type: z.string(), date: z.string() }))
  addRoute(
    routes,
    {
      method: 'get',
      path: '/{id}/journal',
      operationId: resource.operationId,
      tags: resource.tags,
      summary: resource.summary,
      params: idParam,
      responses: {
        200: { description: 'Events', content: { 'application/json': { schema: events } } },
        ...problemResponses(403, 404),
      },
    },
    async ({ ctx, request, params }) =>
      jsonResponse(request, await resource.read(ctx, params.id, eventLanguage(request.headers))),
  )
}

/** `POST` of a file of the description, in a multipart body. */
export function addDescriptionFileRoute(
  routes: OpenAPIHono<HttpEnv>,
  resource: {
    tags: string[]
    path: string
    operationId: string
    summary: string
    /** Checks the permission before the body is read. */
    authorize: (ctx: Context, id: string) => Promise<unknown>
    store: (ctx: Context, id: string, file: ArrivingFile) => Promise<StoredDescriptionFile>
  },
): void {
  const { tags, path, operationId, summary } = resource
  addRoute(
    routes,
    {
      method: 'post',
      path,
      operationId,
      tags,
      summary,
      params: idParam,
      body: {
        description: 'The file, in a part named "attachment".',
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { attachment: { type: 'string', format: 'binary' } } },
          },
        },
      },
      responses: {
        200: documented('The file', {
          name: z.string(),
          mimetype: z.string(),
          size: z.number(),
          updatedAt: z.string(),
        }),
        ...problemResponses(400, 401, 403, 404, 411, 413, 429),
      },
    },
    async ({ ctx, c, params: { id }, request }) => {
      await resource.authorize(ctx, id)
      const max = ctx.config.MAX_FILE_BYTES
      const declared = contentLength(c)
      if (declared > max) throw problem('file-too-large', { max })
      const receive = async ({ part, fileName, bytes }: FilePart) => {
        if (part !== 'attachment') throw problem('part-unknown', { part: excerptOf(part), supported: 'attachment' })
        return resource.store(ctx, id, { fileName, bytes, declared })
      }
      const { fields, files } = await parseMultipart(c.req.raw, receive, { maxFiles: 1 })
      const [file] = files
      if (!file) throw problem('part-missing', { part: 'attachment' })
      return jsonResponse(request, { ...Object.fromEntries(fields), ...file.stored }, { status: 200 })
    },
  )
}
