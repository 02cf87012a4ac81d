import { z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { fetchJson, isObject } from '../fetch-json'
import { firstRowsOf } from '../first-rows'
import { notices, steps } from '../log-texts'
import type { JsonSchema, Plugin, PreviewContext } from '../plugin'
import {
  datasetProperties,
  descriptionVersion,
  heldNow,
  heldShape,
  putFile,
  stateIfHeld,
  targetSchema,
  updateDescription,
} from '../target-dataset'

const schema: JsonSchema = {
  type: 'object',
  title: 'Dataset of an Opendatasoft portal',
  description: 'Copies the records and the description of a dataset of a portal, when they have changed.',
  'x-i18n-title': { fr: 'Jeu de données d’un portail Opendatasoft' },
  'x-i18n-description': {
    fr: 'Copie les enregistrements et la description d’un jeu de données d’un portail, quand ils ont changé.',
  },
  required: ['datasetMode', 'portal', 'source'],
  properties: {
    portal: {
      type: 'string',
      title: 'URL of the portal',
      description: 'https://data.example.org',
      'x-i18n-title': { fr: 'URL du portail' },
      format: 'uri',
      pattern: '^https?://[^?#]+$',
    },
    source: {
      type: 'string',
      title: 'Id of the dataset in the portal',
      'x-i18n-title': { fr: 'Identifiant du jeu de données dans le portail' },
      pattern: '^[A-Za-z0-9@_-]+$',
    },
    where: { type: 'string', title: 'Filter (where)', 'x-i18n-title': { fr: 'Filtre (where)' } },
    apiKey: { type: 'string', title: 'API key', 'x-i18n-title': { fr: "Clé d'API" }, writeOnly: true },
    ...datasetProperties(['create', 'update']),
  },
}
const configSchema = targetSchema.extend({ portal: z.string(), source: z.string(), where: z.string().optional() })
type Config = z.output<typeof configSchema>
const stateSchema = z.object({
  processed: z.string().optional(),
  /** The rows that are copied: those of another dataset or filter are read anew. */
  source: z.string().optional(),
  description: z.string().optional(),
  ...heldShape,
})
const cursorSchema = z.object({ id: z.string(), state: stateSchema })

/** Copies the records and the description of a dataset of a portal. */
export const odsMirror: Plugin = {
  schema: () => schema,
  preview: async (context) => firstRowsOf(await exportOf(context, configSchema.parse(context.config), 10)),
  run: async (context) => {
    const { log, datasets } = context
    const config = configSchema.parse(context.config)
    const cursor = cursorSchema.safeParse(context.cursor)
    if (cursor.success) {
      await datasets.finalized(cursor.data.id)
      await context.saveState({ ...cursor.data.state, ...(await heldNow(datasets, cursor.data.id)) })
      return {}
    }
    await log.step(steps.description)
    const metas = (await fetchJson(context, addressOf(config), keyed(context))).valueAt('metas.default')
    const text = (name: string) => {
      const meta = isObject(metas) ? metas[name] : undefined
      return typeof meta === 'string' && meta !== '' ? meta : undefined
    }
    const keywords = isObject(metas) && Array.isArray(metas.keyword) ? metas.keyword.map(String) : undefined
    const metadata = {
      ...(text('description') ? { description: text('description') } : {}),
      ...(keywords ? { keywords } : {}),
      ...(text('publisher') ? { creator: text('publisher') } : {}),
      origin: `${config.portal.replace(/\/$/, '')}/explore/dataset/${config.source}/`,
    }
    const source = JSON.stringify([addressOf(config), config.where ?? ''])
    const description = descriptionVersion(metadata)
    const processed = text('data_processed')
    const last = stateSchema.safeParse(context.state).data
    const isTarget = last?.datasetId === config.dataset?.id
    const held = isTarget ? await stateIfHeld(datasets, last) : undefined
    const hasSameRows =
      held !== undefined && processed !== undefined && held.processed === processed && held.source === source
    if (hasSameRows && held.description === description) {
      await log.info(notices.sameDataset)
      return { deleteOnComplete: true }
    }
    const title = config.dataset?.title || text('title')
    const target = { ...config, dataset: { ...config.dataset, title } }
    await log.step(steps.export)
    const file = await exportOf(context, config, -1)
    const unless = held?.sha256
    const { id, sha256, changed } = await putFile(context, target, { file, unless, metadata })
    if (config.datasetMode === 'update') {
      await updateDescription(context, id, { metadata, last: isTarget ? last?.description : undefined })
    }
    const state = { processed, source, description, sha256, datasetId: id }
    if (changed) {
      await context.checkpoint({ id, state })
      await datasets.finalized(id)
    }
    await context.saveState({ ...state, ...(await heldNow(datasets, id)) })
    return { deleteOnComplete: !changed }
  },
}

const addressOf = ({ portal, source }: Config): string =>
  `${portal.replace(/\/$/, '')}/api/explore/v2.1/catalog/datasets/${encodeURIComponent(source)}`

/** The records as a CSV. @param limit -1: all */
async function exportOf(context: Pick<PreviewContext, 'fetch' | 'secrets'>, config: Config, limit: number) {
  const parameters = new URLSearchParams({ delimiter: ';', use_labels: 'false', limit: String(limit) })
  if (config.where) parameters.set('where', config.where)
  const response = await context.fetch(`${addressOf(config)}/exports/csv?${parameters}`, keyed(context))
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw problem('collector-data-invalid', {
      reason: {
        en: `the portal responds with HTTP ${response.status}`,
        fr: `le portail répond avec HTTP ${response.status}`,
      },
    })
  }
  return { name: `${config.source}.csv`, body: response.body }
}

const keyed = ({ secrets }: Pick<PreviewContext, 'secrets'>) =>
  secrets.apiKey ? { headers: { authorization: `Apikey ${secrets.apiKey}` } } : {}
