/** The reset of a forgotten password. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../../errors'
import { readJsonBody } from '../../http/body'
import { callerNetwork } from '../../http/caller'
import type { HttpEnv } from '../../http/env'
import { documentedBody, problemResponses } from '../../http/openapi'
import { addRoute } from '../../http/route'
import { isSameOrigin } from '../../http/same-origin'
import { requestReset, resetRequestSchema } from './request-reset'
import { checkReset, resetPassword, resetSchema } from './reset-password'

export const recoveryRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Accounts']

addRoute(
  recoveryRoutes,
  {
    method: 'post',
    path: '/password-resets',
    operationId: 'requestPasswordReset',
    tags,
    summary: 'Send a link that resets the password of an account',
    description: 'The answer is the same whether the address has an account or not.',
    body: documentedBody(resetRequestSchema, 'The address.'),
    responses: {
      202: { description: 'Sent, if there is such an account' },
      ...problemResponses(400, 403, 409, 429, 501),
    },
  },
  async ({ ctx, c, request }) => {
    if (!isSameOrigin(request, ctx.baseUrl)) throw problem('origin-refused')
    const { email } = await readJsonBody(c, resetRequestSchema)
    await requestReset(ctx, { email, address: callerNetwork(request) })
    return c.body(null, 202)
  },
)

const tokenSchema = z.strictObject({ token: resetSchema.shape.token })

addRoute(
  recoveryRoutes,
  {
    method: 'post',
    path: '/password-resets/check',
    operationId: 'checkPasswordReset',
    tags,
    summary: 'Whether the link of a reset is valid; it stays so',
    body: documentedBody(tokenSchema, 'The token of the link.'),
    responses: { 204: { description: 'Valid' }, ...problemResponses(400, 409, 410) },
  },
  async ({ ctx, c }) => {
    await checkReset(ctx, (await readJsonBody(c, tokenSchema)).token)
    return c.body(null, 204)
  },
)

addRoute(
  recoveryRoutes,
  {
    method: 'post',
    path: '/password-resets/complete',
    operationId: 'completePasswordReset',
    tags,
    summary: 'Set a new password with the token of a link, once',
    description: 'All sessions of the account end.',
    body: documentedBody(resetSchema, 'The token of the link, and the new password.'),
    responses: { 204: { description: 'Set' }, ...problemResponses(400, 403, 409, 410) },
  },
  async ({ ctx, c, request }) => {
    if (!isSameOrigin(request, ctx.baseUrl)) throw problem('origin-refused')
    const reset = await readJsonBody(c, resetSchema)
    await resetPassword(ctx, { ...reset, headers: request.headers, address: callerNetwork(request) })
    return c.body(null, 204)
  },
)
