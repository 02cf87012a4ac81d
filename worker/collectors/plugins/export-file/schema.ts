import { z } from '@hono/zod-openapi'
import type { JsonSchema } from '../plugin'
import { connectionProperties } from '../transfer-file/schema'

const exportFormats = ['csv', 'json', 'geojson', 'xlsx', 'parquet'] as const

export const schema: JsonSchema = {
  type: 'object',
  title: 'Export of a dataset',
  description: 'Writes a dataset as a file to an address (http, ftp, sftp), or adds it to the files of the dataset.',
  'x-i18n-title': { fr: 'Export d’un jeu de données' },
  'x-i18n-description': {
    fr: 'Écrit un jeu de données sous forme de fichier à une adresse (http, ftp, sftp), ou l’ajoute aux fichiers du jeu.',
  },
  required: ['dataset', 'format'],
  properties: {
    dataset: {
      type: 'object',
      title: 'Dataset',
      'x-i18n-title': { fr: 'Jeu de données' },
      required: ['id'],
      properties: {
        id: {
          type: 'string',
          title: 'Dataset to export',
          'x-i18n-title': { fr: 'Jeu à exporter' },
          format: 'dataset',
          minLength: 1,
        },
      },
    },
    format: {
      type: 'string',
      title: 'Format',
      'x-i18n-title': { fr: 'Format' },
      enum: [...exportFormats],
      default: 'csv',
    },
    ...connectionProperties,
    url: {
      ...connectionProperties.url,
      description:
        'With the name of the file: sftp://files.example.org/out/racks.csv. An HTTP server receives a PUT request. Without a URL the file is added to those of the dataset.',
      'x-i18n-description': {
        fr: 'Avec le nom du fichier : sftp://files.example.org/out/racks.csv. Un serveur HTTP reçoit une requête PUT. Sans URL, le fichier est ajouté à ceux du jeu de données.',
      },
    },
    filename: {
      type: 'string',
      title: 'Name of the file of the dataset',
      description: 'Without a URL. The extension of the format is added to a name without one.',
      'x-i18n-title': { fr: 'Nom du fichier du jeu' },
      'x-i18n-description': { fr: "Sans URL. L'extension du format est ajoutée à un nom sans extension." },
      'x-advanced': true,
    },
    label: {
      type: 'string',
      title: 'Title of the file of the dataset',
      description: 'Without a URL.',
      'x-i18n-title': { fr: 'Titre du fichier du jeu' },
      'x-i18n-description': { fr: 'Sans URL.' },
      'x-advanced': true,
    },
    fields: {
      type: 'array',
      title: 'Columns',
      description: 'Keys, one per line. Leave empty for all columns; Parquet always has them all.',
      'x-i18n-title': { fr: 'Colonnes' },
      'x-i18n-description': { fr: 'Clés, une par ligne. Vide : toutes les colonnes ; Parquet les a toujours toutes.' },
      items: { type: 'string', minLength: 1 },
      'x-advanced': true,
    },
    everyTime: {
      type: 'boolean',
      title: 'Write the file even if it has not changed',
      'x-i18n-title': { fr: 'Écrire le fichier même s’il n’a pas changé' },
      'x-advanced': true,
    },
  },
}

/** The configuration, once it is valid against the schema. */
export const configSchema = z.object({
  dataset: z.object({ id: z.string() }),
  format: z.enum(exportFormats),
  url: z.string().optional(),
  filename: z.string().optional(),
  label: z.string().optional(),
  username: z.string().optional(),
  fields: z.array(z.string()).optional(),
  everyTime: z.boolean().default(false),
})
