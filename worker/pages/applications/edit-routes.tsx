/** Pages that edit the description of an application, and delete it. */
import { Hono } from 'hono'
import { loadApplication } from '../../applications'
import type { HttpEnv } from '../../http/env'
import type { ApplicationOperation } from '../../identity'
import { trashUntil } from '../../resources'
import type { Refused } from '../components/field'
import { choicesOfAccount } from '../edit-dataset/account-choices'
import { DeletePage } from '../edit-dataset/delete-form'
import { deletionEffectsOfApplication } from '../edit-dataset/deletion-effects'
import { patchOf } from '../edit-dataset/form-patch'
import { refusedDescription } from '../edit-dataset/refused-input'
import { readForm } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { readLinkKeys } from '../share/link-keys'
import { allowsOn } from './access'
import { ApplicationEditPage } from './edit'

export function applicationEditPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const open = (c: PageContext, operation: ApplicationOperation) =>
    loadApplication(c.get('ctx'), c.req.param('id') ?? '', operation)

  routes.get('/application/:id/edit', (c) => show(c, {}))

  routes.post('/application/:id/edit', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const application = await open(c, 'writeDescription')
    const api = `/api/v1/applications/${application.id}`
    const json = patchOf(form, await choicesOfAccount(view, application))
    const answer = await forward(c, app, api, { method: 'PATCH', json })
    if (!answer.ok) {
      return show(c, { ...(await refusedDescription(view, form, answer)), form }, answer.status)
    }
    return c.redirect(`${view.baseUrl}/application/${application.id}/edit?saved=`, 303)
  })

  routes.get('/application/:id/delete', (c) => showDeletion(c))

  routes.post('/application/:id/delete', async (c) => {
    const form = await readForm(c)
    const { id, metadata } = await open(c, 'delete')
    const ctx = c.get('ctx')
    const until = trashUntil(ctx)
    if (!until && form.get('title')?.trim() !== metadata.title) return showDeletion(c, true)
    const answer = await forward(c, app, `/api/v1/applications/${id}`, { method: 'DELETE' })
    if (!answer.ok) return answer
    return c.redirect(ctx.baseUrl + (until ? `/settings/trash?deletedApplication=${id}` : '/applications'), 303)
  })

  async function show(
    c: PageContext,
    result: { refusal?: string; refused?: Refused; form?: URLSearchParams },
    status = 200,
  ): Promise<Response> {
    const view = viewOf(c)
    const application = await open(c, 'writeDescription')
    const page = (
      <ApplicationEditPage
        view={view}
        application={application}
        topics={(await choicesOfAccount(view, application)).topics}
        saved={c.req.query('saved') !== undefined}
        {...result}
      />
    )
    return sendPage(c, view, page, { status })
  }

  async function showDeletion(c: PageContext, refused = false): Promise<Response> {
    const view = viewOf(c)
    const application = await open(c, 'delete')
    const { id, metadata } = application
    const links = allowsOn(view, application, 'setKeys')
      ? (await readLinkKeys(c, app, { kind: 'application', id: id })).length
      : 0
    const address = `${view.baseUrl}/application/${id}`
    const page = (
      <DeletePage
        view={view}
        section="applications"
        heading="deleteApplication"
        confirmation="deleteApplicationConfirm"
        title={metadata.title}
        restorableUntil={trashUntil(view.ctx)}
        action={`${address}/delete`}
        back={`${address}/edit`}
        refused={refused}
        losses={await deletionEffectsOfApplication(view, application, links)}
      />
    )
    return sendPage(c, view, page, { status: refused ? 400 : 200 })
  }

  return routes
}
