import type { Context } from '../../context'
import { Problem, problem, type Reason, reasonOf, untranslated } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'
import { cutText } from '../../schema/cut-text'
import { parseDescription } from './parse'

/** Whether a text is a page that shows the documentation of an API, or the home page of its site. */
const isWebPage = (text: string, type: string | null): boolean =>
  /^\s*<(!doctype\s+html|html)\b/i.test(text) || (/^text\/html\b/i.test(type ?? '') && /^\s*</.test(text))

/**
 * Fetches the description of an API.
 *
 * @throws `address-refused`, `description-unreachable`, `description-web-page`, and what `parseDescription` throws
 */
export async function fetchDescription({ config }: Pick<Context, 'config'>, url: string): Promise<unknown> {
  const unreachable = (reason: Reason) => problem('description-unreachable', { url: cutText(url, 200), reason })
  try {
    const headers = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.8' }
    const response = await fetchOutside(url, { headers, allowed: config.OUTGOING_ALLOW })
    if (response.ok) {
      const bytes = await readBounded(response, limits.remoteServices.maxDescriptionBytes)
      const text = new TextDecoder().decode(bytes)
      if (isWebPage(text, response.headers.get('content-type'))) throw problem('description-web-page')
      return parseDescription(text)
    }
    await response.body?.cancel()
    throw unreachable(untranslated(`HTTP ${response.status}`))
  } catch (error) {
    if (error instanceof Problem && error.code === 'upstream-failed') throw unreachable(reasonOf(error))
    throw error
  }
}
