/** Pages that create an organization or join one: it becomes the active account. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import { InvitationPage, type Invited, NewOrganizationPage } from './organization'
import { redirectWith, switchOrganization } from './switch-account'

export function organizationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/new-organization', (c) => {
    const view = viewOf(c)
    userOf(c)
    return sendPage(c, view, <NewOrganizationPage view={view} />)
  })

  routes.post('/new-organization', async (c) => {
    const view = viewOf(c)
    const name = (await readForm(c)).get('name')?.trim() ?? ''
    const answer = await forward(c, app, '/api/v1/organizations', { method: 'POST', json: { name } })
    if (!answer.ok) {
      const page = <NewOrganizationPage view={view} name={name} refusal={await refusalOf(answer)} />
      return sendPage(c, view, page, answer)
    }
    const { id } = (await answer.json()) as { id: string } // the organization
    const cookies = await switchOrganization(c, app, { id, role: 'admin' })
    return redirectWith(`${view.baseUrl}/settings/members?done=ownOrganization`, cookies)
  })

  routes.get('/invitation/:id', async (c) => {
    const view = viewOf(c)
    return sendPage(c, view, <InvitationPage view={view} id={c.req.param('id')} invitation={await invited(c)} />)
  })

  routes.post('/invitation/:id', async (c) => {
    const view = viewOf(c)
    await readForm(c)
    const id = c.req.param('id')
    const invitation = await invited(c)
    const answer = await forward(c, app, `/api/v1/invitations/${encodeURIComponent(id)}/accept`, {
      method: 'POST',
      json: {},
    })
    if (!answer.ok) {
      const page = <InvitationPage view={view} id={id} invitation={invitation} refusal={await refusalOf(answer)} />
      return sendPage(c, view, page, answer)
    }
    const { organization, department } = (await answer.json()) as { organization: string; department?: string } // where
    const joined = { id: organization, role: invitation.role, ...(department ? { department } : {}) }
    return redirectWith(`${view.baseUrl}/?joined=true`, await switchOrganization(c, app, joined))
  })

  /** @throws `invitation-not-found` */
  async function invited(c: PageContext): Promise<Invited> {
    const answer = await forward(c, app, `/api/v1/invitations/${encodeURIComponent(c.req.param('id') ?? '')}`)
    if (!answer.ok) throw problem('invitation-not-found')
    return (await answer.json()) as Invited // the schema of the route
  }

  return routes
}
