/** Organizations, their members and invitations. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { textQuery } from '../../schema/query-parameters'
import { accountAdmin, sessionUser } from '../actor'
import {
  createOrganization,
  organizationPatchSchema,
  organizationSchema,
  patchOrganization,
  readOrganization,
} from '../directory/organizations'
import { deleteOrganization } from './delete-organization'
import {
  acceptInvitation,
  invitationSchema,
  invite,
  listInvitations,
  readInvitation,
  removeInvitation,
} from './invitations'
import { listMembers, memberPatchSchema, patchMember, removeMember } from './members'

export const organizationRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Organizations']
const organizationParams = z.object({ organization: z.string().openapi({ example: 'town' }) })
const memberParams = organizationParams.extend({ user: z.string() })
const departmentQuery = textQuery({ department: 'The department that the membership is of.' })
const organization = documented('The organization', {
  id: z.string(),
  name: z.string(),
  departments: z.array(z.object({ id: z.string(), name: z.string() })),
})
const manyOf = (description: string) => ({
  description,
  content: { 'application/json': { schema: z.array(z.looseObject({ id: z.string() })) } },
})
const invitation = documented('The invitation', {
  id: z.string(),
  email: z.string(),
  role: z.string(),
  page: z.string(),
})
const sentInvitation = documented('The invitation', {
  ...invitation.content['application/json'].schema.shape,
  isMailed: z.boolean(),
})

addRoute(
  organizationRoutes,
  {
    method: 'post',
    path: '/organizations',
    operationId: 'createOrganization',
    tags,
    summary: 'Make an organization; you are its administrator',
    body: documentedBody(organizationSchema, 'The organization.'),
    responses: { 201: organization, ...problemResponses(400, 401, 409, 429) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const organization = await createOrganization(ctx, await readJsonBody(c, organizationSchema))
    return jsonResponse(request, organization, { status: 201 })
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'get',
    path: '/organizations/{organization}',
    operationId: 'readOrganization',
    tags,
    summary: 'Read an organization, for its members',
    params: organizationParams,
    responses: { 200: organization, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readOrganization(ctx, params.organization)),
)

addRoute(
  organizationRoutes,
  {
    method: 'patch',
    path: '/organizations/{organization}',
    operationId: 'patchOrganization',
    tags,
    summary: 'Change the name or the departments of an organization',
    params: organizationParams,
    body: documentedBody(organizationPatchSchema, 'What changes; departments are all that there are.'),
    responses: { 200: organization, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params }) => {
    accountAdmin(ctx, { type: 'organization', id: params.organization })
    const patch = await readJsonBody(c, organizationPatchSchema)
    return jsonResponse(request, await patchOrganization(ctx, { id: params.organization, patch }), { status: 200 })
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'delete',
    path: '/organizations/{organization}',
    operationId: 'deleteOrganization',
    tags,
    summary: 'Delete an organization that owns nothing, with its members, keys and settings',
    params: organizationParams,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404, 409) },
  },
  async ({ ctx, c, params }) => {
    await deleteOrganization(ctx, params.organization)
    return c.body(null, 204)
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'get',
    path: '/organizations/{organization}/members',
    operationId: 'listMembers',
    tags,
    summary: 'List the members of an organization, for its members',
    params: organizationParams,
    responses: { 200: manyOf('Members; addresses for administrators'), ...problemResponses(401, 403) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await listMembers(ctx, params.organization)),
)

addRoute(
  organizationRoutes,
  {
    method: 'patch',
    path: '/organizations/{organization}/members/{user}',
    operationId: 'patchMember',
    tags,
    summary: 'Change the role of a member',
    params: memberParams,
    query: departmentQuery,
    body: documentedBody(memberPatchSchema, 'The role.'),
    responses: { 204: { description: 'Changed' }, ...problemResponses(400, 401, 403, 404, 409) },
  },
  async ({ ctx, c, params, query }) => {
    accountAdmin(ctx, { type: 'organization', id: params.organization })
    const { role } = await readJsonBody(c, memberPatchSchema)
    await patchMember(ctx, { ...params, department: query.department ?? '', role })
    return c.body(null, 204)
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'delete',
    path: '/organizations/{organization}/members/{user}',
    operationId: 'removeMember',
    tags,
    summary: 'Take a member out of an organization, or leave it',
    params: memberParams,
    query: departmentQuery,
    responses: { 204: { description: 'Gone' }, ...problemResponses(401, 403, 404, 409) },
  },
  async ({ ctx, c, params, query }) => {
    await removeMember(ctx, { ...params, department: query.department ?? '' })
    return c.body(null, 204)
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'get',
    path: '/organizations/{organization}/invitations',
    operationId: 'listInvitations',
    tags,
    summary: 'List the invitations that wait, for administrators',
    params: organizationParams,
    responses: { 200: manyOf('Invitations'), ...problemResponses(401, 403) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await listInvitations(ctx, params.organization)),
)

addRoute(
  organizationRoutes,
  {
    method: 'post',
    path: '/organizations/{organization}/invitations',
    operationId: 'invite',
    tags,
    summary: 'Invite someone to an organization',
    description:
      'The invitation is mailed where mail is configured (`isMailed`); the address in `page` can be handed over too. It serves the invited address only.',
    params: organizationParams,
    body: documentedBody(invitationSchema, 'Whom, and as what.'),
    responses: { 201: sentInvitation, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, request, params }) => {
    accountAdmin(ctx, { type: 'organization', id: params.organization })
    const invitation = await readJsonBody(c, invitationSchema)
    return jsonResponse(request, await invite(ctx, { ...params, ...invitation }), { status: 201 })
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'delete',
    path: '/organizations/{organization}/invitations/{invitation}',
    operationId: 'removeInvitation',
    tags,
    summary: 'Take an invitation back',
    params: organizationParams.extend({ invitation: z.string() }),
    responses: { 204: { description: 'Gone' }, ...problemResponses(401, 403) },
  },
  async ({ ctx, c, params }) => {
    await removeInvitation(ctx, { organization: params.organization, id: params.invitation })
    return c.body(null, 204)
  },
)

addRoute(
  organizationRoutes,
  {
    method: 'get',
    path: '/invitations/{invitation}',
    operationId: 'readInvitation',
    tags,
    summary: 'Read an invitation whose address one holds',
    params: z.object({ invitation: z.string() }),
    responses: {
      200: documented('The invitation', { email: z.string(), organization: z.looseObject({ name: z.string() }) }),
      ...problemResponses(404),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readInvitation(ctx, params.invitation)),
)

addRoute(
  organizationRoutes,
  {
    method: 'post',
    path: '/invitations/{invitation}/accept',
    operationId: 'acceptInvitation',
    tags,
    summary: 'Join the organization that invites you',
    params: z.object({ invitation: z.string() }),
    responses: {
      200: documented('Where you are now a member', { organization: z.string(), department: z.string().optional() }),
      ...problemResponses(401, 403, 404),
    },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await acceptInvitation(ctx, params.invitation), { status: 200 }),
)
