/** Sharing of datasets and applications: one page for both, which the island `share` shows over other pages. */
import { z } from '@hono/zod-openapi'
import { Hono } from 'hono'
import { mailGrant, organizationNamed } from '../../accounts'
import { loadApplication } from '../../applications'
import { loadDatasetForReading } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { excerptOf } from '../../schema/cut-text'
import { hiddenDatasets, usedDatasets } from '../applications/used-datasets'
import type { Refused } from '../components/field'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import type { MessageKey } from '../messages'
import { type PageContext, sendPage, viewOf } from '../send'
import { sendInvitation } from '../settings/invitations'
import { newlyGranted, permissionsAfter } from './grants'
import { addLinkKey, type LinkKey, readLinkKeys, removeLinkKey } from './link-keys'
import { organizationOf, organizationPath } from './organization'
import { SharePage } from './page'
import { type ShareOutcome, shareOutcomes } from './panel'
import { type Shared, sharedApplication, sharedDataset } from './shared-resource'
import { readSharedView } from './shared-view'

type Result = { done?: ShareOutcome | undefined; refusal?: string; refused?: Refused; form?: URLSearchParams }
/** The response of the API to a form, and its result if the API accepts. */
type Sent = { answer: Response; done: ShareOutcome }

export function sharePages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/:kind{dataset|application}/:id/share', (c) =>
    show(c, { done: shareOutcomes.find((one) => one === c.req.query('done')) }),
  )

  routes.post('/:kind{dataset|application}/:id/share', (c) => answerTo(c, sendAccess))

  routes.post('/:kind{dataset|application}/:id/share/invitations', (c) =>
    answerTo(c, async ({ owner }, form) => {
      const { answer, isMailed } = await sendInvitation(c, app, { organization: organizationPath(owner), form })
      return { answer, done: isMailed ? 'invitedByMail' : 'invited' }
    }),
  )

  routes.post('/:kind{dataset|application}/:id/share/invitations/remove', (c) =>
    answerTo(c, async ({ owner }, form) => {
      const path = `${organizationPath(owner)}/invitations/${encodeURIComponent(form.get('id') ?? '')}`
      return { answer: await forward(c, app, path, { method: 'DELETE' }), done: 'invitationRemoved' }
    }),
  )

  /** Sends a form to the API, then shows the page again: with the result, or with the error. */
  async function answerTo(
    c: PageContext,
    send: (shared: Shared, form: URLSearchParams, c: PageContext) => Promise<Sent>,
  ): Promise<Response> {
    const form = await readForm(c)
    const address = form.get('name')?.trim() ?? ''
    if (form.get('part') === 'access-add' && form.get('who') === 'email' && !z.email().safeParse(address).success) {
      return refuseName(c, { message: 'notAnAddress', address, form })
    }
    const unknown =
      form.get('part') === 'access-add' && form.get('who') === 'organization' && !(await nameOrganization(c, form))
    if (unknown) return refuseName(c, { message: 'organizationUnknown', address, form })
    const shared = await open(c)
    const { answer, done } = await send(shared, form, c)
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer), form }, answer.status)
    const told = done === 'access-add' && (await isToldByMail(c, shared, form)) ? 'access-mailed' : done
    const shown = c.req.query('shown')
    const query = new URLSearchParams({ ...(shown ? { shown } : {}), done: told })
    return c.redirect(`${c.get('ctx').baseUrl}${shared.path}/share?${query}`, 303)
  }

  /** Shows the page again, with the reason at the name of the person or organization that would have access. */
  function refuseName(
    c: PageContext,
    { message, address, form }: { message: MessageKey; address: string; form: URLSearchParams },
  ): Promise<Response> {
    const text = viewOf(c).say(message, { text: excerptOf(address) })
    return show(c, { refused: { input: 'name', text }, form }, 400)
  }

  async function sendAccess(shared: Shared, form: URLSearchParams, c: PageContext): Promise<Sent> {
    const { id, kind, owner } = shared
    const done = shareOutcomes.find((one) => one === form.get('part')) ?? 'access'
    if (done === 'link-add' || done === 'link-remove') {
      const answer =
        done === 'link-add'
          ? addLinkKey(c, app, shared, linkOf(form))
          : removeLinkKey(c, app, shared, form.get('key') ?? '')
      return { answer: await answer, done }
    }
    // The API refuses a change of permissions that have changed since the form was shown.
    const path = `/api/v1/${kind}s/${id}/permissions?${new URLSearchParams({ tag: form.get('tag') ?? '' })}`
    const json = permissionsAfter(shared.permissions, form, owner) ?? shared.permissions
    return { answer: await forward(c, app, path, { method: 'PUT', json }), done }
  }

  async function show(c: PageContext, result: Result, status = 200): Promise<Response> {
    const view = viewOf(c)
    // Somebody else may have changed the permissions: the page shows the current ones.
    const shared = await open(c)
    const { may, owner } = shared
    const [organization, keys] = await Promise.all([
      may.setPermissions ? organizationOf(c, app, owner) : undefined,
      may.setKeys ? readLinkKeys(c, app, shared) : [],
    ])
    return sendPage(c, view, <SharePage {...{ view, shared, organization, keys, ...result }} />, { status })
  }

  return routes
}

/** Replaces the typed organization of a form by its id and name. @returns false when the directory has none */
async function nameOrganization(c: PageContext, form: URLSearchParams): Promise<boolean> {
  const { ctx } = viewOf(c)
  // Those of an external directory are not known here.
  if (ctx.config.DIRECTORY_URL) return true
  const organization = await organizationNamed(ctx, form.get('name')?.trim() ?? '')
  if (!organization) return false
  form.set('name', organization.id)
  form.set(`name:${organization.id}`, organization.name)
  return true
}

/** Sends a message to a person who had no access of their own before. @returns whether it is sent */
async function isToldByMail(c: PageContext, before: Shared, form: URLSearchParams): Promise<boolean> {
  const { ctx } = viewOf(c)
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  const email = newlyGranted(before.permissions, form, before.owner)
  if (actor?.type !== 'user' || email === undefined) return false
  return mailGrant(ctx, { user: actor, email, title: before.title, path: before.path })
}

async function open(c: PageContext): Promise<Shared> {
  const view = viewOf(c)
  const id = c.req.param('id') ?? ''
  if (c.req.param('kind') === 'dataset') {
    const dataset = await loadDatasetForReading(view.ctx, id, 'readDescription')
    return sharedDataset(view, dataset, readSharedView(c.req.query('shown')))
  }
  const application = await loadApplication(view.ctx, id, 'readDescription')
  const hidden = hiddenDatasets(application, await usedDatasets(view, application))
  return { ...sharedApplication(view, application), hidden }
}

/** The link that a form creates. */
function linkOf(form: URLSearchParams): Omit<LinkKey, 'id'> {
  const expireAt = form.get('expireAt')
  return { title: form.get('title')?.trim() ?? '', ...(expireAt ? { expireAt } : {}) }
}
