/** How the addresses of base applications are written. Pure. */
import { problem } from '../../errors'
import { limits } from '../../limits'

/** The address of a folder: it ends with a slash (contract applications A.2). @throws `body-invalid` */
export function folderUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || text.length > limits.applications.maxUrlChars) {
    throw problem('body-invalid', { reason: 'data/url is not the address of a web page' })
  }
  url.hash = ''
  url.search = ''
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}

/** An id out of an address: what is opaque to clients, and told apart by a number where two would be the same. */
export function idOfUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
