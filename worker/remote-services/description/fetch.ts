import type { Context } from '../../context'
import { Problem, problem, type Reason, reasonOf, untranslated } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'
import { cutText } from '../../schema/cut-text'
import { parseDescription } from './check'

/**
 * Fetches the description of an API.
 *
 * @throws `address-refused`, `description-unreachable`, and what `parseDescription` throws
 */
export async function fetchDescription({ config }: Pick<Context, 'config'>, url: string): Promise<unknown> {
  const unreachable = (reason: Reason) => problem('description-unreachable', { url: cutText(url, 200), reason })
  try {
    const headers = { accept: 'application/json' }
    const response = await fetchOutside(url, { headers, allowed: config.OUTGOING_ALLOW })
    if (response.ok) {
      const bytes = await readBounded(response, limits.remoteServices.maxDescriptionBytes)
      return parseDescription(new TextDecoder().decode(bytes))
    }
    await response.body?.cancel()
    throw unreachable(untranslated(`HTTP ${response.status}`))
  } catch (error) {
    if (error instanceof Problem && error.code === 'upstream-failed') throw unreachable(reasonOf(error))
    throw error
  }
}
