/** Accounts in the administration: limits, invitations, blocking, deletion. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { listAccounts, readUser } from '../../administration'
import type { Context } from '../../context'
import { Problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import type { AccountHistory } from '../../usage'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { readFromApi, userOf } from '../settings/account'
import { type Invitation, sendInvitation } from '../settings/invitations'
import type { Limits } from '../settings/usage-card'
import { type AccountMember, AccountPage } from './account'
import type { Result } from './frame'
import { limitsIn } from './limits-form'
import { listPaging } from './list-paging'
import { OwnersPage } from './owners'

const outcomes = [
  'saved',
  'blocked',
  'unblocked',
  'userDeleted',
  'invited',
  'invitedByMail',
  'invitationRemoved',
  'organizationCreated',
  'organizationDeleted',
] as const
type Outcome = (typeof outcomes)[number]

export function accountPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/admin/owners', (c) => showOwners(c, resultOf(c)))
  routes.post('/admin/owners', async (c) => {
    const form = await readForm(c)
    const json = { name: form.get('name')?.trim() ?? '' }
    const answer = await forward(c, app, '/api/v1/organizations', { method: 'POST', json })
    if (!answer.ok) return showOwners(c, { refusal: await refusalOf(answer) }, answer.status, form)
    const { id } = (await answer.json()) as { id: string } // the organization
    return redirectTo(c, `/admin/owners/organization/${encodeURIComponent(id)}`, 'organizationCreated')
  })

  routes.get('/admin/owners/:type/:id', (c) => showAccount(c, resultOf(c)))

  routes.post('/admin/owners/:type/:id/limits', async (c) => {
    const form = await readForm(c)
    const { hide_brand } = await readFromApi<{ hide_brand?: unknown }>(c, app, limitsPath(c))
    const lastUpdate = c.get('ctx').now().toISOString()
    const json = { lastUpdate, ...limitsIn(form), ...(hide_brand ? { hide_brand } : {}) }
    return send(c, { path: limitsPath(c), method: 'POST', json }, 'saved')
  })

  routes.post('/admin/owners/user/:id/block', async (c) => {
    const blocked = (await readForm(c)).get('blocked') === 'true'
    return send(c, { path: userPath(c), method: 'PATCH', json: { blocked } }, blocked ? 'blocked' : 'unblocked')
  })

  routes.post('/admin/owners/user/:id/password-reset', async (c) => {
    await readForm(c)
    const answer = await forward(c, app, `${userPath(c)}/password-reset`, { method: 'POST', json: {} })
    if (!answer.ok) return showAccount(c, { refusal: await refusalOf(answer) }, { status: answer.status })
    const { link } = (await answer.json()) as { link: string } // a reset link
    return showAccount(c, {}, { resetLink: link })
  })

  routes.post('/admin/owners/user/:id/delete', async (c) => {
    const typed = (await readForm(c)).get('name')?.trim().toLowerCase()
    const { email } = await readUser(c.get('ctx'), c.req.param('id'))
    if (typed !== email.toLowerCase())
      return showAccount(c, { refusal: viewOf(c).say('typeEmailWrong') }, { status: 400 })
    return send(c, { path: userPath(c), method: 'DELETE' }, 'userDeleted', '/admin/users')
  })

  routes.post('/admin/owners/organization/:id/delete', async (c) => {
    const typed = (await readForm(c)).get('name')?.trim()
    const { name } = await readFromApi<{ name: string }>(c, app, organizationPath(c))
    if (typed !== name) return showAccount(c, { refusal: viewOf(c).say('typeNameWrong') }, { status: 400 })
    return send(c, { path: organizationPath(c), method: 'DELETE' }, 'organizationDeleted', '/admin/owners')
  })

  routes.post('/admin/owners/organization/:id/invitations', async (c) => {
    const form = await readForm(c)
    const { answer, isMailed } = await sendInvitation(c, app, { organization: organizationPath(c), form })
    if (!answer.ok) return showAccount(c, { refusal: await refusalOf(answer) }, { status: answer.status, form })
    return redirectTo(c, pagePath(c), isMailed ? 'invitedByMail' : 'invited')
  })

  routes.post('/admin/owners/organization/:id/invitations/remove', async (c) => {
    const id = (await readForm(c)).get('id') ?? ''
    const path = `${organizationPath(c)}/invitations/${encodeURIComponent(id)}`
    return send(c, { path, method: 'DELETE' }, 'invitationRemoved')
  })

  /** Sends a request to the API, then shows the account, or `next`, with its result. */
  async function send(
    c: PageContext,
    { path, ...sent }: { path: string; method: string; json?: object },
    done: Outcome,
    next = pagePath(c),
  ): Promise<Response> {
    const answer = await forward(c, app, path, sent)
    if (!answer.ok) return showAccount(c, { refusal: await refusalOf(answer) }, { status: answer.status })
    return redirectTo(c, next, done)
  }

  async function showOwners(c: PageContext, result: Result, status = 200, form?: URLSearchParams): Promise<Response> {
    const view = viewOf(c)
    const position = listPaging(view.here.searchParams)
    const found = await listAccounts(view.ctx, position.query)
    const name = form?.get('name') ?? ''
    return sendPage(c, view, <OwnersPage {...{ view, found, position, result, name }} />, { status })
  }

  async function showAccount(
    c: PageContext,
    result: Result,
    { status = 200, form, resetLink }: { status?: number; form?: URLSearchParams; resetLink?: string } = {},
  ): Promise<Response> {
    const view = viewOf(c)
    const { type, id } = named(c)
    const isEmbedded = !view.ctx.config.DIRECTORY_URL
    const [account, history, organization, user] = await Promise.all([
      readFromApi<Limits & { type: string; id: string; name: string }>(c, app, limitsPath(c)),
      readFromApi<AccountHistory>(c, app, `/api/v1/usage/${type}/${encodeURIComponent(id)}`),
      isEmbedded && type === 'organization' ? readOrganization(c, form) : undefined,
      isEmbedded && type === 'user' ? foundUser(view.ctx, id) : undefined,
    ])
    const isReader = userOf(c).id === id
    const page = (
      <AccountPage
        {...{ view, account, history, result, resetLink }}
        {...(organization ? { organization } : {})}
        {...(user ? { user: { ...user, isReader } } : {})}
      />
    )
    return sendPage(c, view, page, { status })
  }

  /** The members and the invitations of an organization; undefined for one that the directory does not have. */
  async function readOrganization(c: PageContext, typed: URLSearchParams | undefined) {
    const path = organizationPath(c)
    const answer = await forward(c, app, path)
    if (!answer.ok) return undefined
    const { departments } = (await answer.json()) as { departments: { id: string; name: string }[] } // an organization
    const [members, invitations] = await Promise.all([
      readFromApi<AccountMember[]>(c, app, `${path}/members`),
      readFromApi<Invitation[]>(c, app, `${path}/invitations`),
    ])
    // The first person that the operator invites is the administrator.
    const isNew = members.every(({ id }) => id === userOf(c).id) && invitations.length === 0
    return { departments, members, invitations, typed, role: isNew ? 'admin' : 'contrib' } as const
  }

  return routes
}

/** The user of an account; undefined where the directory has none. */
const foundUser = (ctx: Context, id: string) =>
  readUser(ctx, id).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'user-not-found') return undefined
    throw error
  })

const named = (c: PageContext) => {
  const [, , , type = '', id = ''] = c.req.path.split('/')
  return { type, id: c.req.param('id') ?? decodeURIComponent(id) }
}
const pagePath = (c: PageContext) => c.req.path.split('/').slice(0, 5).join('/')
const userPath = (c: PageContext) => `/api/v1/admin/users/${encodeURIComponent(named(c).id)}`
const organizationPath = (c: PageContext) => `/api/v1/organizations/${encodeURIComponent(named(c).id)}`
const limitsPath = (c: PageContext) => `/api/v1/limits/${named(c).type}/${encodeURIComponent(named(c).id)}`

const redirectTo = (c: PageContext, path: string, done: Outcome): Response =>
  c.redirect(`${c.get('ctx').baseUrl}${path}?done=${done}`, 303)

/** What the form before a redirect has done. */
function resultOf(c: PageContext): Result {
  const done = outcomes.find((outcome) => outcome === c.req.query('done'))
  return done ? { done: viewOf(c).say(`done:${done}`) } : {}
}
