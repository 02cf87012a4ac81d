/** The name of a file that a web server sends. Pure. */
import { extensionOfType, kindOf } from '../formats/kinds/kinds'
import { percentDecoded } from './percent'

/** The name of a response: of Content-Disposition, of its URL, else with the extension of its type. */
export function responseName(url: string, headers: Headers): { name: string; isKnown: boolean } {
  const { pathname } = new URL(url)
  const names = [dispositionName(headers.get('content-disposition') ?? ''), lastSegment(pathname)]
  const known = names.find((name) => name && kindOf(name))
  if (known) return { name: known, isKnown: true }
  const extension = extensionOfType(headers.get('content-type') ?? '')
  const name = names.find(Boolean) || 'file'
  return extension ? { name: `${name}.${extension}`, isKnown: true } : { name, isKnown: false }
}

/** Whether a media type is that of web pages. Some servers send data with it: the content decides. */
export const isPageType = (mediaType: string | null): boolean =>
  /^(text\/html|application\/xhtml\+xml)\b/i.test(mediaType ?? '')

/** Whether a text begins as a web page does. A comment ends at its first `-->`: there is one way to read a list of them. */
export const startsPage = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype html|html)\b/i.test(text)

function dispositionName(header: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1]
  if (encoded) return lastSegment(encoded)
  return /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header)?.slice(1).find(Boolean) ?? ''
}

const lastSegment = (path: string): string => percentDecoded(path.split('/').at(-1) ?? '')
