/** The index pages of web servers (nginx, Apache, Caddy, Python): links, and the dates beside them. Pure. */
import { percentDecoded } from '../../percent'
import type { RemoteEntry } from '../remote'

const opening = /<a\s/i
const target = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)')/i
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** The links of a page to what is directly in its folder. @param base the address of the page, with a slash at its end */
export function parseIndexPage(html: string, base: URL): RemoteEntry[] {
  const entries = new Map<string, RemoteEntry>()
  for (const link of html.split(opening).slice(1)) {
    const end = link.indexOf('>')
    const [, double, single] = target.exec(link.slice(0, Math.max(0, end))) ?? []
    const after = link.slice(end + 1)
    const href = (double ?? single ?? '').replace(/&(\w+|#\w+);/g, (whole, name: string) => entities[name] ?? whole)
    const url = URL.canParse(href, base) ? new URL(href, base) : undefined
    if (href === '' || !url || url.origin !== base.origin || url.search || !url.pathname.startsWith(base.pathname))
      continue
    const rest = url.pathname.slice(base.pathname.length)
    if (!/^[^/]+\/?$/.test(rest)) continue
    const type = rest.endsWith('/') ? 'folder' : 'file'
    const path = url.pathname
    entries.set(path, { path, name: percentDecoded(rest.replace(/\/$/, '')), type, ...factsOf(after, type) })
  }
  return [...entries.values()]
}

/** `23-Nov-2026 10:40  1234` of nginx, `2026-11-23 10:40` of Apache, whose sizes are rounded. */
function factsOf(text: string, type: RemoteEntry['type']): Pick<RemoteEntry, 'size' | 'modifiedAt'> {
  const plain = text.replace(/<[^<>]*>/g, ' ')
  const found = /(\d{2}-[A-Za-z]{3}-\d{4}|\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)\s*(\d+(?=\s|$))?/.exec(plain)
  const time = Date.parse(`${found?.[1]?.replaceAll('-', /^\d{4}/.test(found[1]) ? '-' : ' ')} ${found?.[2]}Z`)
  return {
    size: type === 'file' && found?.[3] !== undefined ? Number(found[3]) : undefined,
    modifiedAt: Number.isNaN(time) ? undefined : new Date(time),
  }
}
