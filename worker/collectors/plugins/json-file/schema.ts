import { z } from '@hono/zod-openapi'
import type { JsonSchema } from '../plugin'
import { datasetProperties, targetSchema } from '../target-dataset'
import { connectionProperties } from '../transfer-file/schema'

const mapping: JsonSchema = {
  type: 'array',
  title: 'Columns',
  description: 'Leave empty for all properties of the records.',
  'x-i18n-title': { fr: 'Colonnes' },
  'x-i18n-description': { fr: 'Vide : toutes les propriétés des enregistrements.' },
  items: {
    type: 'object',
    required: ['key', 'path'],
    properties: {
      key: { type: 'string', title: 'Column', 'x-i18n-title': { fr: 'Colonne' } },
      path: {
        type: 'string',
        title: 'Path in the record',
        'x-i18n-title': { fr: "Chemin dans l'enregistrement" },
      },
    },
  },
}

export const schema: JsonSchema = {
  type: 'object',
  title: 'JSON file',
  description: 'Writes the records of a JSON file (http, ftp, sftp) as rows of an editable dataset.',
  'x-i18n-title': { fr: 'Fichier JSON' },
  'x-i18n-description': {
    fr: 'Écrit les enregistrements d’un fichier JSON (http, ftp, sftp) dans les lignes d’un jeu de données éditable.',
  },
  required: ['url'],
  properties: {
    ...connectionProperties,
    resultsPath: {
      type: 'string',
      title: 'Path of the records',
      description: 'Such as data.items; empty when the file is the list itself.',
      'x-i18n-title': { fr: 'Chemin des enregistrements' },
      'x-i18n-description': { fr: 'Par exemple data.items ; vide si le fichier est lui-même la liste.' },
    },
    ...datasetProperties(['create', 'lines']),
    drop: {
      type: 'boolean',
      title: 'Replace all rows',
      'x-i18n-title': { fr: 'Remplacer toutes les lignes' },
    },
    block: {
      type: 'object',
      title: 'Records',
      'x-i18n-title': { fr: 'Enregistrements' },
      properties: {
        mapping,
        expand: {
          type: 'object',
          title: 'A row for each item of a list in the record',
          'x-i18n-title': { fr: 'Une ligne par élément d’une liste de l’enregistrement' },
          properties: {
            path: { type: 'string', title: 'Path of the list', 'x-i18n-title': { fr: 'Chemin de la liste' } },
            block: { type: 'object', properties: { mapping } },
          },
        },
      },
    },
    separator: {
      type: 'string',
      'x-advanced': true,
      title: 'Separator of the values of a list',
      'x-i18n-title': { fr: 'Séparateur des valeurs d’une liste' },
      default: ';',
    },
  },
}

const columns = z.array(z.object({ key: z.string(), path: z.string() })).default([])

/** How a record becomes rows: its columns, and a list in it of which each item makes a row. */
export type Block = {
  mapping: { key: string; path: string }[]
  expand?: { path: string; block?: Block | undefined } | undefined
}
const blockSchema: z.ZodType<Block> = z.lazy(() =>
  z.object({
    mapping: columns,
    expand: z.object({ path: z.string(), block: blockSchema.optional() }).optional(),
  }),
)

/** The configuration, once it is valid against the schema. A dataset that is named is written to. */
export const configSchema = targetSchema
  .extend({
    datasetMode: targetSchema.shape.datasetMode.optional(),
    url: z.string(),
    username: z.string().optional(),
    resultsPath: z.string().default(''),
    drop: z.boolean().default(false),
    block: blockSchema.default({ mapping: [] }),
    separator: z.string().default(';'),
  })
  .transform(({ datasetMode, ...config }) => ({
    ...config,
    datasetMode: datasetMode ?? (config.dataset?.id ? 'lines' : 'create'),
  }))
export type JsonFileConfig = z.output<typeof configSchema>
