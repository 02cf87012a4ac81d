/** Addresses of base applications. Pure. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { isBundled, storedAddress } from './bundled'

/**
 * The stored address of a folder, without query and hash, ending with a slash. @throws `body-invalid`
 */
export function folderUrl(text: string, baseUrl: string): string {
  if (isBundled(text)) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || text.length > limits.applications.maxUrlChars) {
    throw problem('body-invalid', {
      reason: { en: 'data/url is not the address of a web page', fr: "data/url n'est pas l'adresse d'une page web" },
    })
  }
  url.hash = ''
  url.search = ''
  return storedAddress(url.href.endsWith('/') ? url.href : `${url.href}/`, baseUrl)
}

/** An id derived from an address. Two addresses may have the same: `freeId` appends a number. */
export function idOfUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
