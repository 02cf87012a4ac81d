/** Pages of applications, and the hosts of base applications in the tests. */
import { vi } from 'vitest'
import { forgetPages } from '../../worker/application-proxy/page-source'
import { type Application, keyFor, makeApplication } from './applications'
import { ask, type Sent, send } from './http'

export const appUrl = 'https://apps.example.org/app/1.0/'

/** The page of a base application, like those that are built from templates. */
export const appPage =
  '<!DOCTYPE html><html lang="en"><head><title>An app</title><meta name="application-name" content="app">' +
  '<meta name="df:overflow" content="true"><meta name="df:sync-state" content="true">' +
  '<script type="text/javascript">window.APPLICATION=%APPLICATION%;</script></head>' +
  '<body><h1>An app</h1><p>%APPLICATION%</p></body></html>'

type Answer = (request: Request) => Response | Promise<Response>

/** Answers the requests to other hosts. @returns them */
export function hosts(answers: Record<string, string | Answer>): Request[] {
  forgetPages()
  const requests: Request[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    requests.push(request.clone())
    const answer = answers[request.url] ?? (() => new Response('nothing here', { status: 404 }))
    return typeof answer === 'string' ? new Response(answer) : answer(request)
  })
  return requests
}

/** What stands at the address of the base application of these tests. */
export const appHost = (page: string | Answer = appPage, schema: object = {}) => ({
  [`${appUrl}index.html`]: page,
  [`${appUrl}config-schema.json`]: JSON.stringify(schema),
})

/** `window.APPLICATION` in a page. */
export async function injectedIn<Shape = Record<string, unknown>>(response: Response): Promise<Shape> {
  const text = await response.text()
  const json = />window\.APPLICATION=(.*?);</s.exec(text)?.[1]
  if (json === undefined) throw new Error(`${response.status}: nothing was injected in ${text.slice(0, 300)}`)
  // The caller says which keys it reads.
  return JSON.parse(json) as Shape
}

/** An application with its configuration. */
export async function configured(sent: Sent, configuration: object, body: object = {}): Promise<Application> {
  const application = await makeApplication(sent, { url: appUrl, ...body })
  await ask(`/api/v1/applications/${application.id}/configuration`, { ...sent, method: 'PUT', json: configuration })
  return application
}

/** Lets everybody list and read an application. */
export const openToAll = (sent: Sent, id: string) =>
  ask(`/api/v1/applications/${id}/permissions`, { ...sent, method: 'PUT', json: [{ classes: ['list', 'read'] }] })

/** A configured application that everybody may read. */
export async function publicApplication(configuration: object = { colour: 'blue' }) {
  const key = await keyFor()
  const application = await configured({ key }, configuration)
  await openToAll({ key }, application.id)
  return { key, ...application }
}

/** Gives an application one key. */
export const withKey = (sent: Sent, id: string, key: string) =>
  ask(`/api/v1/applications/${id}/keys`, { ...sent, json: [{ id: key, title: key }] })

export const trips = (response: Response): number =>
  Number(/trips;desc="(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1])

export const openPage = (path: string, sent: Sent = {}) => send(`/app/${path}`, sent)
