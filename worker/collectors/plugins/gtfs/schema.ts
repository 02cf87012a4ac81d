import { z } from '@hono/zod-openapi'
import type { JsonSchema } from '../plugin'
import { datasetProperties, targetSchema } from '../target-dataset'
import { connectionProperties } from '../transfer-file/schema'

export const schema: JsonSchema = {
  type: 'object',
  title: 'GTFS (public transport timetables)',
  description:
    'Publishes an archive of timetables (GTFS) with datasets of its stops, its stop times and the shapes of its lines.',
  'x-i18n-title': { fr: 'GTFS (horaires de transport public)' },
  'x-i18n-description': {
    fr: 'Publie une archive d’horaires (GTFS), avec des jeux de données de ses arrêts, de ses horaires et des tracés de ses lignes.',
  },
  required: ['datasetMode', 'url'],
  properties: { ...connectionProperties, ...datasetProperties(['create', 'update']) },
}

/** The configuration, once it is valid against the schema. */
export const configSchema = targetSchema.extend({ url: z.string(), username: z.string().optional() })
export type GtfsConfig = z.output<typeof configSchema>
