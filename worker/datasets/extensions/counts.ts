/** What the sources of extensions have answered. Pure. */
import { z } from '@hono/zod-openapi'
import type { JournalEvent } from '../journal/journal'

const count = z.number().int()
export const extensionCountsSchema = z.object({
  title: z.string().optional(),
  matched: count,
  unmatched: count,
  calls: count,
  saved: count,
})
/** The title of a source, the lines that it has answered, the requests that this took, and the lines answered without a request. */
type ExtensionCounts = z.infer<typeof extensionCountsSchema>
/** By the prefix of the columns of the extension. */
export type CountsByPrefix = Record<string, ExtensionCounts>

/** Adds counts to those of a prefix, in place. */
export function addCounts(all: CountsByPrefix, prefix: string, added: ExtensionCounts): void {
  const before: ExtensionCounts = all[prefix] ?? { matched: 0, unmatched: 0, calls: 0, saved: 0 }
  all[prefix] = {
    title: added.title ?? before.title,
    matched: before.matched + added.matched,
    unmatched: before.unmatched + added.unmatched,
    calls: before.calls + added.calls,
    saved: before.saved + added.saved,
  }
}

/** One entry of the journal for each extension from a dataset or a service. */
export const countEvents = (all: CountsByPrefix | undefined, draft: boolean): JournalEvent[] =>
  Object.entries(all ?? {}).map(([prefix, { title, matched, unmatched, calls, saved }]) => ({
    type: 'extend-end',
    draft,
    problem: {
      code: 'extension-counted',
      params: { prefix: title || prefix, matched, lines: matched + unmatched, calls, saved },
    },
  }))
