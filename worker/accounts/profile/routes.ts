/** The profile of the user of a session. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../../errors'
import { readJsonBody } from '../../http/body'
import { callerNetwork } from '../../http/caller'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { isSameOrigin } from '../../http/same-origin'
import { limits } from '../../limits'
import { sessionUser } from '../actor'
import { changeEmail, emailChangeSchema, sendEmailLinkAgain } from './change-email'
import { checkEmailLink, confirmEmail } from './confirm-email'
import { deleteAccount, deletionSchema } from './delete-account'
import { cancelEmailChange } from './pending-email'
import { profilePatchSchema, readProfile, renameUser } from './profile'
import { endOtherSessions, endSession, listSessions } from './sessions'
import { verifyEmail } from './verify-email'

export const profileRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Session']
const done = (description: string) => ({ 204: { description } })

addRoute(
  profileRoutes,
  {
    method: 'get',
    path: '/profile',
    operationId: 'readProfile',
    tags,
    summary: 'Read your profile',
    responses: {
      200: documented('The profile', {
        id: z.string(),
        name: z.string(),
        email: z.string(),
        emailVerified: z.boolean(),
        pendingEmail: z.string().optional(),
        hasPassword: z.boolean(),
        twoFactor: z.object({ isOn: z.boolean(), recoveryCodes: z.number().int() }),
      }),
      ...problemResponses(401, 409),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await readProfile(ctx), { status: 200 }),
)

addRoute(
  profileRoutes,
  {
    method: 'patch',
    path: '/profile',
    operationId: 'patchProfile',
    tags,
    summary: 'Change your name',
    body: documentedBody(profilePatchSchema, 'What changes.'),
    responses: { ...done('Changed'), ...problemResponses(400, 401, 409) },
  },
  async ({ ctx, c }) => {
    sessionUser(ctx)
    await renameUser(ctx, await readJsonBody(c, profilePatchSchema))
    return c.body(null, 204)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'post',
    path: '/profile/email',
    operationId: 'changeEmail',
    tags,
    summary: 'Change your e-mail address: a link is sent to the new one',
    description: 'The address changes once the link is opened. The present address is told.',
    body: documentedBody(emailChangeSchema, 'The new address, and your password.'),
    responses: { 202: { description: 'A link was sent' }, ...problemResponses(400, 401, 403, 409, 429, 501) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const change = await readJsonBody(c, emailChangeSchema)
    await changeEmail(ctx, { ...change, headers: request.headers, address: callerNetwork(request) })
    return c.body(null, 202)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'post',
    path: '/profile/email/pending',
    operationId: 'sendEmailLinkAgain',
    tags,
    summary: 'Send the link of the pending change of your e-mail address again',
    responses: { 202: { description: 'A link was sent' }, ...problemResponses(401, 404, 409, 429, 501) },
  },
  async ({ ctx, c, request }) => {
    await sendEmailLinkAgain(ctx, { address: callerNetwork(request) })
    return c.body(null, 202)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'delete',
    path: '/profile/email/pending',
    operationId: 'cancelEmailChange',
    tags,
    summary: 'Cancel the pending change of your e-mail address',
    responses: { ...done('Cancelled'), ...problemResponses(401, 409) },
  },
  async ({ ctx, c }) => {
    await cancelEmailChange(ctx)
    return c.body(null, 204)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'post',
    path: '/profile/email/verification',
    operationId: 'verifyEmail',
    tags,
    summary: 'Send a link that verifies your e-mail address',
    responses: { 202: { description: 'A link was sent' }, ...problemResponses(401, 409, 429, 501) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    await verifyEmail(ctx, { address: callerNetwork(request) })
    return c.body(null, 202)
  },
)

const tokenSchema = z.strictObject({ token: z.string().max(limits.accounts.maxTokenChars) })

addRoute(
  profileRoutes,
  {
    method: 'post',
    path: '/email-confirmations/check',
    operationId: 'checkEmailConfirmation',
    tags,
    summary: 'Whether the link that confirms an e-mail address is valid; it stays so',
    body: documentedBody(tokenSchema, 'The token of the link.'),
    responses: { ...done('Valid'), ...problemResponses(400, 409, 410) },
  },
  async ({ ctx, c }) => {
    await checkEmailLink(ctx, (await readJsonBody(c, tokenSchema)).token)
    return c.body(null, 204)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'post',
    path: '/email-confirmations',
    operationId: 'confirmEmail',
    tags,
    summary: 'Confirm an e-mail address with the token of a link, once',
    body: documentedBody(tokenSchema, 'The token of the link.'),
    responses: { 200: documented('The address', { email: z.string() }), ...problemResponses(400, 401, 403, 409, 410) },
  },
  async ({ ctx, c, request }) => {
    if (!isSameOrigin(request, ctx.baseUrl)) throw problem('origin-refused')
    sessionUser(ctx)
    const { token } = await readJsonBody(c, tokenSchema)
    return jsonResponse(request, await confirmEmail(ctx, token), { status: 200 })
  },
)

const session = z.object({ id: z.string(), createdAt: z.string(), lastUsedAt: z.string(), isCurrent: z.boolean() })

addRoute(
  profileRoutes,
  {
    method: 'get',
    path: '/profile/sessions',
    operationId: 'listSessions',
    tags,
    summary: 'List your sessions, last used first',
    responses: {
      200: { description: 'The sessions', content: { 'application/json': { schema: z.array(session) } } },
      ...problemResponses(401, 409),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await listSessions(ctx, request.headers), { status: 200 }),
)

addRoute(
  profileRoutes,
  {
    method: 'delete',
    path: '/profile/sessions',
    operationId: 'endOtherSessions',
    tags,
    summary: 'End all your sessions but this one',
    responses: { ...done('Ended'), ...problemResponses(401, 409) },
  },
  async ({ ctx, c, request }) => {
    await endOtherSessions(ctx, request.headers)
    return c.body(null, 204)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'delete',
    path: '/profile/sessions/{session}',
    operationId: 'endSession',
    tags,
    summary: 'End one of your sessions',
    params: z.object({ session: z.string() }),
    responses: { ...done('Ended'), ...problemResponses(401, 404, 409) },
  },
  async ({ ctx, c, params }) => {
    await endSession(ctx, params.session)
    return c.body(null, 204)
  },
)

addRoute(
  profileRoutes,
  {
    method: 'post',
    path: '/profile/deletion',
    operationId: 'deleteAccount',
    tags,
    summary: 'Delete your account',
    description:
      'Refused while you own datasets, applications or collectors, or are the only administrator of an organization.',
    body: documentedBody(deletionSchema, 'Your password.'),
    responses: { ...done('Deleted'), ...problemResponses(400, 401, 403, 409, 429) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const { password } = await readJsonBody(c, deletionSchema)
    await deleteAccount(ctx, { password, headers: request.headers, address: callerNetwork(request) })
    return c.body(null, 204)
  },
)
