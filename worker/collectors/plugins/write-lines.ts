/** Lines of plugins. */

import { problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import { notices, steps } from './log-texts'
import type { PluginContext, PluginLines } from './plugin'

/**
 * Writes lines and tells how many.
 *
 * @throws `collector-lines-refused`: the other lines were written, unless they were to replace all
 */
export async function writeAndLogLines(
  { datasets, log }: Pick<PluginContext, 'datasets' | 'log'>,
  id: string,
  lines: PluginLines,
): Promise<{ sha256: string; changed: boolean }> {
  await log.step(steps.lines)
  const { nbOk, nbNotModified, nbErrors, errors, sha256, changed } = await datasets.writeLines(id, lines)
  await log.info(notices.linesWritten(nbOk, nbNotModified, nbErrors))
  for (const { line, error } of errors.slice(0, limits.collectors.loggedErrors))
    await log.error(notices.lineRefused(line, error))
  const [first] = errors
  if (nbErrors > 0) {
    throw problem('collector-lines-refused', {
      count: nbErrors,
      line: first?.line ?? 0,
      reason: untranslated(first?.error ?? ''),
    })
  }
  return { sha256, changed }
}
