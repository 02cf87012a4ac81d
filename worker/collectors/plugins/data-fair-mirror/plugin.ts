import { z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { fetchJson, isObject } from '../fetch-json'
import type { JsonText } from '../json-text'
import { notices, steps } from '../log-texts'
import type { JsonSchema, Plugin, PreviewContext } from '../plugin'
import { type JsonRecord, previewOf, putRecords } from '../records'
import { datasetProperties, descriptionVersion, heldShape, stateIfHeld, targetSchema } from '../target-dataset'

const schema: JsonSchema = {
  type: 'object',
  title: 'Dataset of another Fairway or data-fair',
  description: 'Copies the rows and the description of a dataset of another service, when they have changed.',
  'x-i18n-title': { fr: 'Jeu de données d’un autre Fairway ou data-fair' },
  'x-i18n-description': {
    fr: 'Copie les lignes et la description d’un jeu de données d’un autre service, quand elles ont changé.',
  },
  required: ['datasetMode', 'url'],
  properties: {
    url: {
      type: 'string',
      title: 'URL of the dataset',
      description: 'https://…/data-fair/api/v1/datasets/<id>',
      'x-i18n-title': { fr: 'URL du jeu de données' },
      format: 'uri',
      pattern: '^https?://.*/datasets/[^/?#]+$',
    },
    apiKey: { type: 'string', title: 'API key', 'x-i18n-title': { fr: "Clé d'API" }, writeOnly: true },
    ...datasetProperties(['create', 'update']),
  },
}
const configSchema = targetSchema.extend({ url: z.string() })
const stateSchema = z.object({
  dataUpdatedAt: z.string().optional(),
  description: z.string().optional(),
  ...heldShape,
})

/** Properties of the description that a mirror takes over. */
const copied = ['description', 'summary', 'keywords', 'license', 'origin', 'spatial', 'frequency', 'creator']

/** Copies the lines and the description of a dataset of another service. */
export const dataFairMirror: Plugin = {
  schema: () => schema,
  preview: (context) => previewOf(linesOf(context, configSchema.parse(context.config).url)),
  run: async (context) => {
    const { log } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.description)
    const remote = (await fetchJson(context, config.url, keyed(context))).valueAt('')
    if (!isObject(remote))
      throw problem('collector-data-invalid', {
        reason: { en: 'there is no dataset at this address', fr: "il n'y a pas de jeu de données à cette adresse" },
      })
    const dataUpdatedAt = typeof remote.dataUpdatedAt === 'string' ? remote.dataUpdatedAt : undefined
    const metadata = Object.fromEntries(copied.flatMap((name) => (remote[name] == null ? [] : [[name, remote[name]]])))
    const description = descriptionVersion(metadata)
    const last = stateSchema.safeParse(context.state).data
    const isLast =
      dataUpdatedAt !== undefined && last?.dataUpdatedAt === dataUpdatedAt && last.description === description
    const isTarget = isLast && context.cursor === undefined && last.datasetId === config.dataset?.id
    if (isTarget && (await stateIfHeld(context.datasets, last))) {
      await log.info(notices.sameDataset)
      return { deleteOnComplete: true }
    }
    const title = config.dataset?.title || (typeof remote.title === 'string' ? remote.title : undefined)
    const target = { ...config, dataset: { ...config.dataset, title } }
    const records = linesOf(context, config.url)
    return putRecords(context, target, { name: 'lines', records, metadata, state: { dataUpdatedAt } })
  },
}

/** The lines of a dataset, page after page, without calculated columns. */
async function* linesOf(
  context: Pick<PreviewContext, 'fetch' | 'secrets' | 'previewBytes'>,
  url: string,
): AsyncGenerator<JsonRecord> {
  const { origin } = new URL(url)
  let next: string | undefined = `${url}/lines?size=1000`
  for (let page = 0; next !== undefined; page++) {
    if (page >= limits.collectors.maxPages) {
      throw problem('collector-data-invalid', {
        reason: { en: `the dataset has more than ${page} pages`, fr: `le jeu de données a plus de ${page} pages` },
      })
    }
    // The key is for this service only.
    const init = new URL(next).origin === origin ? keyed(context) : {}
    const lines: JsonText = await fetchJson(context, next, init)
    for (const line of lines.itemsAt('results')) {
      if (isObject(line)) yield Object.fromEntries(Object.entries(line).filter(([name]) => !name.startsWith('_')))
    }
    const link = lines.valueAt('next')
    next = typeof link === 'string' ? new URL(link, next).href : undefined
  }
}

const keyed = ({ secrets }: Pick<PreviewContext, 'secrets'>) =>
  secrets.apiKey ? { headers: { 'x-apiKey': secrets.apiKey } } : {}
