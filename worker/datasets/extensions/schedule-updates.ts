/** When extensions with `autoUpdate` are updated. Pure. */
import { limits } from '../../limits'
import { datasetOf } from './dataset-source'
import type { Extension } from './definition'

/**
 * Plans an update some time after the source has changed, so that a source that is written continuously causes one in that time; and takes
 * up those that are due.
 *
 * @param input.finalizedAt when the lines of each source have changed last
 * @param input.marks mark what is due with `needsUpdate`, and the extensions after it, which may use its values
 */
export function scheduledUpdates(
  extensions: readonly Extension[],
  input: { finalizedAt: ReadonlyMap<string, string>; now: Date; marks: boolean },
): { extensions: Extension[]; isDue: boolean } {
  const now = input.now.toISOString()
  let isDue = false
  const planned = extensions.map((extension): Extension => {
    if (!extension.active) return extension
    const mark = (one: Extension): Extension => (isDue && input.marks ? { ...one, needsUpdate: true } : one)
    if (extension.type !== 'remoteService' || !extension.autoUpdate) return mark(extension)
    const { nextUpdate, ...others } = extension
    const source = datasetOf(extension)
    const changedAt = source === undefined ? undefined : input.finalizedAt.get(source)
    // Without its source, the values stay; when it is restored, what it has changed before is still to come.
    if (source !== undefined && changedAt === undefined) return mark(others)
    if (nextUpdate !== undefined && nextUpdate !== null && nextUpdate <= now) {
      isDue = true
      return mark({ ...others, ...(changedAt ? { sourceFinalizedAt: changedAt } : {}) })
    }
    const isBehind = changedAt !== undefined && changedAt > (extension.sourceFinalizedAt ?? '')
    if (nextUpdate || !isBehind) return mark(extension)
    const at = new Date(input.now.getTime() + limits.extensions.updateDelayMs).toISOString()
    return mark({ ...extension, nextUpdate: at })
  })
  return { extensions: planned, isDue }
}
