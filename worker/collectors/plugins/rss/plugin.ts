import { z } from '@hono/zod-openapi'
import { problem, untranslated } from '../../../errors'
import { limits } from '../../../limits'
import { readBounded, readStart } from '../../../net/fetch'
import { notices, steps } from '../log-texts'
import type { JsonSchema, Plugin, PreviewContext } from '../plugin'
import { ndjsonOf, previewOf } from '../records'
import { datasetProperties, targetId, targetSchema } from '../target-dataset'
import { writeAndLogLines } from '../write-lines'
import { type FeedItem, itemsOf } from './feed'

const schema: JsonSchema = {
  type: 'object',
  title: 'RSS or Atom feed',
  description: 'Stores the items of a feed; those that leave the feed stay in the dataset when rows are added.',
  'x-i18n-title': { fr: 'Flux RSS ou Atom' },
  'x-i18n-description': {
    fr: "Enregistre les articles d'un flux ; ceux qui quittent le flux restent dans le jeu de données si des lignes sont ajoutées.",
  },
  required: ['datasetMode', 'url'],
  properties: {
    url: { type: 'string', title: 'URL', 'x-i18n-title': { fr: 'URL' }, format: 'uri', pattern: '^https?://' },
    ...datasetProperties(['create', 'update', 'lines']),
  },
}
const configSchema = targetSchema.extend({ url: z.string() })

/** The columns of a feed, with their concepts. */
const columns = [
  { key: 'title', type: 'string', title: 'Title', 'x-refersTo': 'http://www.w3.org/2000/01/rdf-schema#label' },
  { key: 'link', type: 'string', format: 'uri-reference', title: 'Link', 'x-refersTo': 'https://schema.org/WebPage' },
  { key: 'date', type: 'string', format: 'date-time', title: 'Date', 'x-refersTo': 'http://schema.org/Date' },
  { key: 'description', type: 'string', title: 'Description', 'x-refersTo': 'http://schema.org/description' },
  { key: 'image', type: 'string', title: 'Image', 'x-refersTo': 'http://schema.org/image' },
  { key: 'author', type: 'string', title: 'Author' },
  { key: 'categories', type: 'string', separator: ', ', title: 'Categories' },
]

/** Stores the items of a feed as lines of an editable dataset. */
export const rss: Plugin = {
  schema: () => schema,
  preview: async (context) => previewOf(asLines(await readFeed(context, configSchema.parse(context.config).url))),
  run: async (context) => {
    const { log, datasets, patchConfig } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.download)
    const items = await readFeed(context, config.url)
    await log.info(notices.items(items.length))
    let id = config.dataset?.id
    if (config.datasetMode === 'create') {
      await log.step(steps.create)
      const title = config.dataset?.title || context.collector.title
      const created = await datasets.create('dataset', { isRest: true, title, schema: columns })
      id = created.id
      await patchConfig({ datasetMode: 'lines', dataset: { id, title } })
    }
    const drop = config.datasetMode === 'update'
    const target = { ...config, dataset: { id } }
    await writeAndLogLines(context, targetId(target), { body: ndjsonOf(asLines(items)), format: 'ndjson', drop })
    await datasets.finalized(targetId(target))
    return {}
  },
}

async function readFeed(context: Pick<PreviewContext, 'fetch' | 'previewBytes'>, url: string): Promise<FeedItem[]> {
  const response = await context.fetch(url)
  if (!response.ok) {
    await response.body?.cancel()
    throw problem('collector-data-invalid', { reason: untranslated(`HTTP ${response.status}`) })
  }
  const { previewBytes } = context
  const bytes =
    previewBytes === undefined
      ? await readBounded(response, limits.collectors.maxFeedBytes)
      : (await readStart(response, previewBytes)).bytes
  const declared = /encoding=["']([\w-]+)["']/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1]
  const items = itemsOf(textOf(bytes, declared))
  if (items.length === 0)
    throw problem('collector-data-invalid', {
      reason: {
        en: 'there is no item: it is no RSS or Atom feed',
        fr: "il n'y a aucun élément : ce n'est pas un flux RSS ou Atom",
      },
    })
  return items
}

function textOf(bytes: Uint8Array, encoding = 'utf-8'): string {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

async function* asLines(items: FeedItem[]): AsyncGenerator<Record<string, unknown>> {
  for (const { categories, ...item } of items) yield { ...item, categories: categories.filter(Boolean).join(', ') }
}
