/** Pages of remote services. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { Problem, problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import {
  canChange,
  loadService,
  operationsOf,
  parseDescription,
  readDescription,
  serviceActor,
} from '../../remote-services'
import { ApiDocsPage } from '../api-docs/page'
import type { Refused } from '../components/field'
import { apiDocsPolicy } from '../content-security-policy'
import { readForm, readRefusal, refusalOf } from '../form'
import { forward } from '../forward'
import { pageParams } from '../page-query'
import { problemText } from '../problem-text'
import { type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import { registersFor } from './access'
import { accessOf, registrationInput, sentApiKey } from './forms'
import { ServicesPage } from './list'
import { type FormResult, type ServiceOutcome, ServicePage, serviceOutcomes } from './page'
import { RegistrationPage } from './registration'

const api = '/api/v1/remote-services'

export function remoteServicePages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/remote-services', (c) => {
    const view = viewOf(c)
    return sendPage(c, view, ServicesPage({ view, params: pageParams(view.here.searchParams) }))
  })

  routes.get('/new-remote-service', (c) => {
    const view = viewOf(c)
    if (!isSignedIn(view)) return signInTo(c, view)
    if (!registersFor(view)) throw problem('account-refused')
    return sendPage(c, view, <RegistrationPage view={view} />)
  })

  routes.post('/new-remote-service', async (c) => {
    const form = await readForm(c)
    const refuse = (result: { refusal?: string; refused?: Refused }, status: number) => {
      const view = viewOf(c)
      return sendPage(c, view, <RegistrationPage view={view} sent={form} {...result} />, { status })
    }
    const [url, text, server, apiId] = ['url', 'apiDoc', 'server', 'apiId'].map(
      (name) => form.get(name)?.trim() || undefined,
    )
    try {
      const apiDoc = text === undefined ? undefined : parseDescription(text)
      const isPublic = form.get('public') === 'true' || undefined
      const json = { url, apiDoc, apiId, server, apiKey: sentApiKey(form), public: isPublic }
      const created = await forward(c, app, api, { method: 'POST', json })
      if (!created.ok) {
        const refusal = await readRefusal(created)
        if (refusal.code === 'description-id-invalid' && refusal.value && !apiId) {
          form.set('apiId', refusal.value)
          return refuse({ refused: { input: 'apiId', text: viewOf(c).say('apiIdProposed') } }, created.status)
        }
        const input = registrationInput(refusal, form)
        return refuse(input ? { refused: { input, text: refusal.text } } : { refusal: refusal.text }, created.status)
      }
      const { id } = (await created.json()) as { id: string } // a service
      return c.redirect(`${c.get('ctx').baseUrl}/remote-service/${encodeURIComponent(id)}?saved=registered`, 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const text = problemText(error, c.get('ctx').language)
      const input = registrationInput(error, form)
      return refuse(input ? { refused: { input, text } } : { refusal: text }, error.status)
    }
  })

  routes.get('/remote-service/:id', (c) =>
    showService(c, { done: serviceOutcomes.find((one) => one === c.req.query('saved')) }),
  )

  routes.get('/remote-service/:id/api-docs', async (c) => {
    const view = viewOf(c)
    const { id, title } = await loadService(view.ctx, c.req.param('id'))
    const page = (
      <ApiDocsPage
        view={view}
        title={title}
        document={`${api}/${encodeURIComponent(id)}/api-docs.json`}
        back={{ path: `/remote-service/${encodeURIComponent(id)}`, label: view.say('backToService') }}
      />
    )
    return sendPage(c, view, page, { policy: apiDocsPolicy(view.nonce) })
  })

  routes.post('/remote-service/:id/description', (c) =>
    save(c, 'description', (form) => ({ title: form.get('title'), server: form.get('server')?.trim() })),
  )
  routes.post('/remote-service/:id/key', async (c) => {
    const form = await readForm(c)
    const isRemoved = form.get('remove') === 'true'
    const json = { apiKey: isRemoved ? null : sentApiKey(form) }
    const answer = await forward(c, app, apiPath(c), { method: 'PATCH', json })
    return afterwards(c, answer, isRemoved ? 'keyRemoved' : 'key')
  })
  routes.post('/remote-service/:id/access', (c) => save(c, 'access', accessOf))

  routes.post('/remote-service/:id/refresh', async (c) => {
    await readForm(c)
    return afterwards(c, await forward(c, app, `${apiPath(c)}/_update`, { method: 'POST', json: {} }), 'refreshed')
  })

  routes.post('/remote-service/:id/operation/remove', async (c) => {
    const path = (await readForm(c)).get('path') ?? ''
    const address = `${apiPath(c)}/annotations?${new URLSearchParams({ path })}`
    return afterwards(c, await forward(c, app, address, { method: 'DELETE' }), 'operationRemoved')
  })

  routes.post('/remote-service/:id/remove', async (c) => {
    await readForm(c)
    const removed = await forward(c, app, apiPath(c), { method: 'DELETE' })
    if (!removed.ok) return refused(c, removed)
    return c.redirect(`${c.get('ctx').baseUrl}/remote-services`, 303)
  })

  const idOf = (c: PageContext) => encodeURIComponent(c.req.param('id') ?? '')
  const apiPath = (c: PageContext) => `${api}/${idOf(c)}`

  async function save(
    c: PageContext,
    done: ServiceOutcome,
    patchOf: (form: URLSearchParams) => object,
  ): Promise<Response> {
    const json = patchOf(await readForm(c))
    return afterwards(c, await forward(c, app, apiPath(c), { method: 'PATCH', json }), done)
  }

  async function afterwards(c: PageContext, answer: Response, done: ServiceOutcome): Promise<Response> {
    if (!answer.ok) return refused(c, answer)
    return c.redirect(`${c.get('ctx').baseUrl}/remote-service/${idOf(c)}?saved=${done}`, 303)
  }

  const refused = async (c: PageContext, answer: Response) =>
    showService(c, { refusal: await refusalOf(answer) }, answer.status)

  async function showService(c: PageContext, result: FormResult, status = 200): Promise<Response> {
    const view = viewOf(c)
    const service = await loadService(view.ctx, c.req.param('id') ?? '')
    const changes = service.datasetId === undefined && canChange(serviceActor(view.ctx), service)
    const operations = changes ? operationsOf(await readDescription(view.ctx, service), service.key) : undefined
    const page = <ServicePage view={view} service={service} operations={operations} result={result} />
    return sendPage(c, view, page, { status })
  }

  return routes
}
