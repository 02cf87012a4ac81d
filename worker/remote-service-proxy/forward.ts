import { mayOpen } from '../application-proxy/access'
import { readOpenedApplication } from '../application-proxy/application-cache'
import type { RequestedApplication } from '../application-proxy/requested-application'
import { applicationActor } from '../applications'
import type { Context } from '../context'
import { Problem, problem } from '../errors'
import { searchWithout } from '../http/request-url'
import { limits } from '../limits'
import { fetchOutside } from '../net/fetch'
import { VisitorFetches } from '../net/visitor-fetches'
import { accountCanUse, addKey, findService, mayUse, type RemoteService } from '../remote-services'
import { responseOf } from './response'
import { upstreamUrl } from './upstream-url'

type ProxyRequest = {
  id: string
  /** Path below the proxy, and the query with its question mark. */
  path: string
  search: string
  headers: Headers
  /** Address of this request without its query. */
  address: string
  /** The application whose page sends the request. */
  application: RequestedApplication | undefined
}

/** Headers of the request that are sent to the service: neither cookies nor keys. */
const forwarded = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const
const { proxyTimeoutMs, proxyBodyMs } = limits.remoteServices
const visits = new VisitorFetches()

/**
 * Sends a read to a service, with the key of the service.
 *
 * @throws `remote-service-not-found`, also where it is not open to the caller; `remote-service-timeout`, `upstream-busy`,
 *   `address-refused`, `route-not-found`
 */
export async function forwardToService(ctx: Context, sent: ProxyRequest): Promise<Response> {
  const service = await findService(ctx, sent.id)
  if (!service || !(await isOpen(ctx, service, sent.application))) throw problem('remote-service-not-found')
  // The dataset is read with the permissions of the caller.
  if (service.datasetId !== undefined) {
    return new Response(null, {
      status: 302,
      headers: { location: upstreamUrl(service.server, sent.path + sent.search).href },
    })
  }
  const search = searchWithout(sent.search, ['apiKey'])
  const url = upstreamUrl(service.server, sent.path + search)
  const headers: Record<string, string> = { 'x-forwarded-url': sent.address + search }
  for (const name of forwarded) {
    const value = sent.headers.get(name)
    if (value !== null) headers[name] = value
  }
  await addKey(ctx, service, { url, headers })
  const response = await visits.run(
    service.server,
    () => ctx.now().getTime(),
    () => fetchInTime(ctx, url, headers),
    {
      remembers: false,
    },
  )
  return responseOf(response)
}

/**
 * Whether a request may use a service: its caller may, or it comes from the page of an application that the caller may open and
 * whose owner may.
 */
async function isOpen(
  ctx: Context,
  service: RemoteService,
  requested: RequestedApplication | undefined,
): Promise<boolean> {
  if (await mayUse(ctx, service)) return true
  if (!requested) return false
  const opened = await readOpenedApplication(ctx, requested).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  return (
    opened !== undefined && accountCanUse(opened.application.owner, service) && mayOpen(applicationActor(ctx), opened)
  )
}

/** The response, whose headers must come soon; its body may take longer. */
async function fetchInTime(ctx: Context, url: URL, headers: Record<string, string>): Promise<Response> {
  const { OUTGOING_ALLOW: allowed } = ctx.config
  const abort = new AbortController()
  const outgoing = { headers, allowed, redirects: 'same-host' as const, timeoutMs: proxyBodyMs, signal: abort.signal }
  const late = scheduler.wait(proxyTimeoutMs).then(() => undefined)
  const sent = fetchOutside(url.href, outgoing).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'upstream-failed') return undefined
    throw error
  })
  const response = await Promise.race([sent, late])
  if (response) return response
  abort.abort()
  throw problem('remote-service-timeout')
}
