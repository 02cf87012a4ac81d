/** The storage that editable lines use in the quota of their account. */

import { checkQuotas } from '../../../accounts'
import { bundleOfLines, bundleUsage } from '../../../attachments'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import type { TablePointer } from '../../../lines/storage/layout'
import { historyName, tableName } from '../../../lines/storage/table-names'
import { isAttachmentKey } from '../../../schema/attachment-fields'
import type { Dataset } from '../../metadata/dataset'

type Amount = { count: number; size: number }
/** `size` is the total; `indexed` is the size of the values as CSV, and of the attachments whose content is read. */
export type LinesStorage = {
  size: number
  indexed: number
  collection: Amount
  revisions?: Amount
  attachments: Amount
}

/**
 * Refuses lines and files that exceed the quota of their dataset or account. A body no longer than the overhead of a
 * line counts as one byte, so that an account without remaining quota cannot write.
 *
 * @throws `dataset-full` (413), `quota-storage` (429)
 */
export async function checkRoom(
  ctx: Context,
  { owner, published }: Pick<Dataset, 'owner' | 'published'>,
  declared: number,
): Promise<void> {
  const added = Math.max(1, declared - limits.lines.envelopeBytes)
  const max = ctx.config.MAX_FILE_BYTES
  if ((published.storage?.size ?? 0) + added > max) throw problem('dataset-full', { max })
  await checkQuotas(ctx, owner, { storeBytes: added })
}

/** Measures the storage, and the longest line: reads every line and every revision once. */
export async function measureLines(
  ctx: Context,
  db: D1Database,
  { dataset, pointer }: { dataset: string; pointer: TablePointer },
): Promise<{ storage: LinesStorage; longestBytes: number }> {
  const { run, layout, history } = pointer
  const own = layout.places.filter(({ key }) => !isAttachmentKey(key))
  const inMore = own.filter(({ column }) => column === undefined).length
  const terms = own.flatMap(({ column }) => (column === undefined ? [] : bytesOf(column)))
  const sums =
    inMore > 0 ? [`coalesce(sum(${bytesInMore}+${inMore}),0) AS sMore`, `coalesce(max(${bytesInMore}),0) AS mMore`] : []
  for (let at = 0; at < terms.length; at += limits.sql.maxSumTerms) {
    const slice = terms.slice(at, at + limits.sql.maxSumTerms)
    const bytes = slice.join('+')
    sums.push(`coalesce(sum(${bytes}+${slice.length}),0) AS s${at}`, `coalesce(max(${bytes}),0) AS m${at}`)
  }
  const [row, revisions, attachments] = await Promise.all([
    db
      .prepare(`SELECT ${['count(*) AS count', ...sums].join(',')} FROM ${tableName(run)}`)
      .first<Record<string, number>>(),
    history === undefined
      ? undefined
      : db
          .prepare(`SELECT count(*) AS count,coalesce(sum(${bytesOf('line')}),0) AS size FROM ${historyName(history)}`)
          .first<Amount>(),
    bundleUsage(ctx, bundleOfLines(dataset)),
  ])
  const { count = 0, ...bytes } = row ?? {}
  const total = (prefix: string) =>
    Object.entries(bytes).reduce((sum, [name, part]) => (name.startsWith(prefix) ? sum + part : sum), 0)
  const size = total('s')
  const isRead = layout.places.some(({ key }) => key === '_file.content')
  const storage = {
    size: size + (revisions?.size ?? 0) + attachments.size,
    indexed: size + (isRead ? attachments.size : 0),
    collection: { count, size },
    ...(revisions ? { revisions } : {}),
    attachments,
  }
  return { storage, longestBytes: total('m') }
}

/** All values of the array in one reading: one for each, as `_more->>n`, would read it as often as it has values. */
const bytesInMore = '(SELECT coalesce(sum(octet_length(e.value)),0) FROM json_each(_more) AS e)'
const bytesOf = (sql: string): string => `coalesce(octet_length(${sql}),0)`
