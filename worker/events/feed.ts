import { and, desc, inArray } from 'drizzle-orm'
import type { Context } from '../context'
import { type Dataset, loadDataset } from '../datasets'
import { inJournal } from '../datasets/journal'
import { tables } from '../db/client'
import { escapeXml } from '../formats/xml/escape'
import { limits } from '../limits'
import { eventType } from './event'

/** The events that readers see: no errors, no drafts, no authors. */
const feedEvents = ['dataset-created', 'structure-updated', 'finalize-end', 'draft-validated']

const titles: Record<string, { en: string; fr: string }> = {
  'dataset-created': { en: 'Published', fr: 'Publication' },
  'data-updated': { en: 'New data', fr: 'Nouvelles données' },
  'structure-updated': { en: 'New structure', fr: 'Nouvelle structure' },
  'finalize-end': { en: 'Data available', fr: 'Données disponibles' },
}

/**
 * The events of a dataset as an Atom feed (RFC 4287), newest first.
 *
 * @throws `dataset-not-found`, `dataset-private`, `permission-missing`
 */
export async function readFeed(ctx: Context, id: string): Promise<string> {
  const dataset = await loadDataset(ctx, id, 'readDescription')
  const { journal } = tables
  const rows = await ctx.db
    .select({ id: journal.id, type: journal.type, date: journal.date, draft: journal.draft })
    .from(journal)
    .where(and(inJournal(id), inArray(journal.type, feedEvents)))
    .orderBy(desc(journal.id))
    .limit(limits.events.maxFeedEntries)
  const page = `${ctx.baseUrl}/dataset/${id}`
  const entries = rows
    .filter(({ draft, type }) => !draft || type === 'draft-validated')
    .map((row) => {
      const title = titles[eventType(row)]?.[ctx.language] ?? row.type
      return (
        `<entry><id>${escapeXml(tagOf(ctx, dataset))}:${row.id}</id><title>${escapeXml(title)}</title>` +
        `<updated>${row.date}</updated><link rel="alternate" type="text/html" href="${escapeXml(page)}"/></entry>`
      )
    })
  const { title, summary } = dataset.metadata
  return [
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${ctx.language}">`,
    `<id>${escapeXml(tagOf(ctx, dataset))}</id><title>${escapeXml(title)}</title>`,
    ...(summary ? [`<subtitle>${escapeXml(summary)}</subtitle>`] : []),
    `<updated>${dataset.published.finalizedAt ?? dataset.createdAt}</updated>`,
    `<author><name>${escapeXml(dataset.owner.name)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(`${ctx.baseUrl}/api/v1/datasets/${id}/feed.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    ...entries,
    '</feed>\n',
  ].join('\n')
}

/** An identifier that does not depend on the URL of the service (RFC 4151). */
function tagOf(ctx: Context, { id, createdAt }: Dataset): string {
  return `tag:${new URL(ctx.baseUrl).hostname},${createdAt.slice(0, 10)}:${id}`
}
