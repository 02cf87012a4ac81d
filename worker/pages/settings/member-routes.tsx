/** Members, invitations and departments of the active organization. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { storedPresentation } from '../../instance'
import { limits } from '../../limits'
import { readForm, readFormFile, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { readFromApi, type User, userOf } from './account'
import { doneIn, type FormResult, type SettingsOutcome } from './frame'
import { type Invitation, sendInvitation } from './invitations'
import { departmentsOf } from './lists'
import { type Member, MembersPage } from './members'
import { OrganizationPage } from './organization'

type Organization = { departments: { id: string; name: string }[] }

export function memberPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/settings/members', (c) => show(c, doneIn(c)))
  routes.get('/settings/organization', (c) => showOrganization(c, doneIn(c)))

  // Below the settings, but in the page of the members.
  routes.get('/settings/:form{(?:invitations|departments)}/:action?', (c) =>
    c.redirect(`${c.get('ctx').baseUrl}/settings/members`, 303),
  )

  routes.post('/settings/members/role', async (c) => {
    const form = await readForm(c)
    return send(c, { path: memberPath(c, form), method: 'PATCH', json: { role: form.get('role') } }, 'role')
  })

  routes.post('/settings/members/remove', async (c) => {
    const form = await readForm(c)
    const isSelf = form.get('user') === userOf(c).id
    const request = { path: memberPath(c, form), method: 'DELETE' }
    return isSelf ? send(c, request, 'memberRemoved', '/') : send(c, request, 'memberRemoved')
  })

  routes.post('/settings/invitations', async (c) => {
    const form = await readForm(c)
    const { answer, isMailed } = await sendInvitation(c, app, { organization: organizationPath(c), form })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/settings/members?done=${isMailed ? 'invitedByMail' : 'invited'}`, 303)
  })

  routes.post('/settings/invitations/remove', async (c) => {
    const form = await readForm(c)
    const path = `${organizationPath(c)}/invitations/${encodeURIComponent(form.get('id') ?? '')}`
    return send(c, { path, method: 'DELETE' }, 'invitationRemoved')
  })

  routes.post('/settings/departments', async (c) => {
    const form = await readForm(c)
    return send(c, { path: organizationPath(c), method: 'PATCH', json: { departments: departmentsOf(form) } }, 'saved')
  })

  routes.post('/settings/organization', async (c) => {
    const name = (await readForm(c)).get('name')?.trim() ?? ''
    const answer = await forward(c, app, organizationPath(c), { method: 'PATCH', json: { name } })
    if (!answer.ok) return showOrganization(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/settings/organization?done=saved`, 303)
  })

  routes.post('/settings/organization/description', async (c) => {
    const description = (await readForm(c)).get('description')?.trim() || null
    return present(c, { path: '/presentation', method: 'PATCH', json: { description } })
  })

  routes.post('/settings/organization/logo', async (c) => {
    const logo = await readFormFile(c, 'logo', limits.instance.maxLogoBytes)
    return present(c, { path: '/logo', method: 'PUT', body: logo?.stream() ?? null, type: 'image/png' })
  })

  routes.post('/settings/organization/logo/remove', async (c) => {
    await readForm(c)
    return present(c, { path: '/logo', method: 'DELETE' })
  })

  // The address of a refused form.
  routes.get('/settings/organization/:form{.+}', (c) =>
    c.redirect(`${c.get('ctx').baseUrl}/settings/organization`, 303),
  )

  /** Sends a change of the presentation of the organization, then shows its page. */
  async function present(
    c: PageContext,
    { path, ...sent }: { path: string; method: string; json?: object; body?: ReadableStream | null; type?: string },
  ): Promise<Response> {
    const answer = await forward(c, app, organizationPath(c) + path, sent)
    if (!answer.ok) return showOrganization(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/settings/organization?done=saved`, 303)
  }

  routes.post('/settings/organization/delete', async (c) => {
    const form = await readForm(c)
    const view = viewOf(c)
    if (form.get('name')?.trim() !== userOf(c).account.name)
      return showOrganization(c, { refusal: view.say('typeNameWrong') }, 400)
    const answer = await forward(c, app, organizationPath(c), { method: 'DELETE' })
    if (!answer.ok) return showOrganization(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/settings?done=organizationDeleted`, 303)
  })

  /** Sends a request to the API, then shows the members with its result. */
  async function send(
    c: PageContext,
    { path, method, json }: { path: string; method: string; json?: object },
    done: SettingsOutcome,
    next = `/settings/members?done=${done}`,
  ): Promise<Response> {
    const answer = await forward(c, app, path, { method, ...(json ? { json } : {}) })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(c.get('ctx').baseUrl + next, 303)
  }

  async function showOrganization(c: PageContext, result: FormResult, status = 200): Promise<Response> {
    const [view, user] = [viewOf(c), userOf(c)]
    // An account that is no organization has no such page.
    organizationPath(c)
    const presentation = await storedPresentation(view.ctx, user.account.id)
    const page = (
      <OrganizationPage
        view={view}
        user={user}
        isAdmin={administers(user)}
        presentation={presentation}
        result={result}
      />
    )
    return sendPage(c, view, page, { status })
  }

  async function show(c: PageContext, result: FormResult, status = 200): Promise<Response> {
    const view = viewOf(c)
    const user = userOf(c)
    const path = organizationPath(c)
    const isAdmin = administers(user)
    const [members, invitations, { departments }] = await Promise.all([
      readFromApi<Member[]>(c, app, `${path}/members`),
      isAdmin ? readFromApi<Invitation[]>(c, app, `${path}/invitations`) : [],
      readFromApi<Organization>(c, app, path),
    ])
    const lists = { members, invitations, departments, isAdmin }
    return sendPage(c, view, <MembersPage view={view} user={user} {...lists} result={result} />, { status })
  }

  return routes
}

/** Departments are administered with their organization. */
const administers = ({ role, account }: User): boolean => role === 'admin' && !account.department

/** @throws `route-not-found` when the active account is a user */
function organizationPath(c: PageContext): string {
  const { account } = userOf(c)
  if (account.type !== 'organization') throw problem('route-not-found', { path: c.req.path })
  return `/api/v1/organizations/${encodeURIComponent(account.id)}`
}

function memberPath(c: PageContext, form: URLSearchParams): string {
  const department = form.get('department')
  const query = department ? `?${new URLSearchParams({ department })}` : ''
  return `${organizationPath(c)}/members/${encodeURIComponent(form.get('user') ?? '')}${query}`
}
