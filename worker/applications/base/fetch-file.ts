/** Requests for the files of a base application, which another host serves, or this service itself. */
import type { Context } from '../../context'
import { fetchOutside, type Outgoing } from '../../net/fetch'
import { isBundled } from './bundled'

/**
 * Sends a request for a file. An address of this service, stored or public, is read from its assets, without a request over the network.
 *
 * @throws `address-refused`, `upstream-failed`
 */
export async function fetchBaseFile(
  ctx: Pick<Context, 'assets' | 'baseUrl' | 'config'>,
  address: string,
  outgoing: Omit<Outgoing, 'allowed'> = {},
): Promise<Response> {
  const path = assetPath(address, ctx.baseUrl)
  if (path === undefined) return fetchOutside(address, { ...outgoing, allowed: ctx.config.OUTGOING_ALLOW })
  const { method = 'GET', headers = {} } = outgoing
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405 })
  return ctx.assets.fetch(new Request(new URL(path, 'https://assets.local'), { method, headers }))
}

/**
 * The path of an address of this service among its assets; undefined for other hosts. Assets are served under the path of
 * the service, some of them under `/assets` there. Pure.
 */
export function assetPath(address: string, baseUrl: string): string | undefined {
  if (isBundled(address)) return address
  if (!URL.canParse(address) || !URL.canParse(baseUrl)) return undefined
  const [{ host, pathname }, base] = [new URL(address), new URL(baseUrl)]
  if (host !== base.host) return undefined
  const folder = base.pathname.replace(/\/$/, '')
  const path = pathname.startsWith(`${folder}/`) ? pathname.slice(folder.length) : pathname
  return path.replace(/^\/assets\//, '/')
}
