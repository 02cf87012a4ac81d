/** Pages that edit the description, the access and the links of an application, and delete it. */
import { Hono } from 'hono'
import { loadApplication } from '../../applications'
import { contentTag } from '../../http/content-tag'
import type { HttpEnv } from '../../http/env'
import type { ApplicationOperation } from '../../identity'
import { departmentsOfOwner } from '../access/departments'
import { permissionsAfter } from '../access/grants'
import { savePermissions } from '../access/save'
import { forward } from '../data/forward'
import { patchOf } from '../edit/changes'
import { DeletePage } from '../edit/delete-form'
import { lossesOfApplication } from '../edit/losses'
import { topicsFor } from '../edit/topics'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { allowsOn } from './access'
import { ApplicationEditPage } from './edit'
import type { ApplicationKey } from './protected-links'

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
    const permissions = permissionsAfter(application.permissions, form, application.owner)
    const answer = permissions
      ? await savePermissions(c, app, { api, permissions, form })
      : await forward(c, app, api, { method: 'PATCH', json: patchOf(form, await topicsFor(view, application)) })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer), form }, answer.status)
    if (form.get('back') !== 'application') return saved(c, application.id, permissions ? '#access' : '')
    return c.redirect(`${view.baseUrl}/application/${application.id}`, 303)
  })

  routes.post('/application/:id/links', (c) =>
    changeKeys(c, (keys, form) => [...keys, { title: form.get('title')?.trim() ?? '' }]),
  )

  routes.post('/application/:id/links/remove', (c) =>
    changeKeys(c, (keys, form) => keys.filter(({ id }) => id !== form.get('key'))),
  )

  routes.get('/application/:id/delete', (c) => showDeletion(c))

  routes.post('/application/:id/delete', async (c) => {
    const form = await readForm(c)
    const { id, metadata } = await open(c, 'delete')
    if (form.get('title')?.trim() !== metadata.title) return showDeletion(c, true)
    const answer = await forward(c, app, `/api/v1/applications/${id}`, { method: 'DELETE' })
    return answer.ok ? c.redirect(`${c.get('ctx').baseUrl}/applications`, 303) : answer
  })

  /**
   * Changes one key of an application. The API takes all of them, and refuses when somebody else has changed them since they
   * were read: then the change is made to those.
   */
  async function changeKeys(
    c: PageContext,
    change: (keys: ApplicationKey[], form: URLSearchParams) => Partial<ApplicationKey>[],
  ): Promise<Response> {
    const form = await readForm(c)
    const { id } = await open(c, 'setKeys')
    const replace = async () => {
      const keys = await keysOf(c, id)
      const query = new URLSearchParams({ tag: contentTag(keys) })
      const json = change(keys, form)
      return forward(c, app, `/api/v1/applications/${id}/keys?${query}`, { method: 'POST', json })
    }
    let answer = await replace()
    for (let tries = 1; answer.status === 409 && tries < maxTries; tries++) answer = await replace()
    return answer.ok ? saved(c, id, '#links') : show(c, { refusal: await refusalOf(answer) }, answer.status)
  }

  async function keysOf(c: PageContext, id: string): Promise<ApplicationKey[]> {
    const answer = await forward(c, app, `/api/v1/applications/${id}/keys`)
    // The shape that the route documents.
    return answer.ok ? ((await answer.json()) as ApplicationKey[]) : []
  }

  async function show(
    c: PageContext,
    result: { refusal?: string; form?: URLSearchParams },
    status = 200,
  ): Promise<Response> {
    const view = viewOf(c)
    const application = await open(c, 'writeDescription')
    const page = (
      <ApplicationEditPage
        view={view}
        application={application}
        topics={await topicsFor(view, application)}
        keys={allowsOn(view, application, 'setKeys') ? await keysOf(c, application.id) : undefined}
        departments={
          allowsOn(view, application, 'setPermissions') ? await departmentsOfOwner(c, app, application.owner) : []
        }
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
    const links = allowsOn(view, application, 'setKeys') ? (await keysOf(c, id)).length : 0
    const address = `${view.baseUrl}/application/${id}`
    const page = (
      <DeletePage
        view={view}
        section="applications"
        heading="deleteApplication"
        confirmation="deleteApplicationConfirm"
        title={metadata.title}
        action={`${address}/delete`}
        back={`${address}/edit`}
        refused={refused}
        losses={await lossesOfApplication(view, application, links)}
      />
    )
    return sendPage(c, view, page, { status: refused ? 400 : 200 })
  }

  return routes
}

/** How often a change of keys is made, while others change them. */
const maxTries = 5

const saved = (c: PageContext, id: string, part = '') =>
  c.redirect(`${c.get('ctx').baseUrl}/application/${id}/edit?saved=${part}`, 303)
