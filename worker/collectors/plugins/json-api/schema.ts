import { z } from '@hono/zod-openapi'
import { limits } from '../../../limits'
import type { JsonSchema } from '../plugin'
import { recordModes } from '../records'
import { datasetProperties, targetSchema } from '../target-dataset'

const text = (title: string, fr: string, more: Partial<JsonSchema> = {}): JsonSchema => ({
  type: 'string',
  title,
  'x-i18n-title': { fr },
  ...more,
})
const choice = (values: Record<string, { en: string; fr: string }>): Partial<JsonSchema> => ({
  oneOf: Object.entries(values).map(([value, { en, fr }]) => ({ const: value, title: en, 'x-i18n-title': { fr } })),
})

/** Types of pagination with a page size. */
const paged = ['page', 'offset', 'cursor', 'next']

export const schema: JsonSchema = {
  type: 'object',
  title: 'JSON API',
  description: 'Reads the records of an API in JSON, page after page.',
  'x-i18n-title': { fr: 'API JSON' },
  'x-i18n-description': { fr: "Lit les enregistrements d'une API en JSON, page après page." },
  required: ['datasetMode', 'url'],
  properties: {
    url: text('URL', 'URL', { format: 'uri', pattern: '^https?://' }),
    resultsPath: text('Path of the records', 'Chemin des enregistrements', {
      description: 'Such as data.items; empty when the response is the list itself.',
      'x-i18n-description': { fr: 'Par exemple data.items ; vide si la réponse est elle-même la liste.' },
    }),
    ...datasetProperties(recordModes),
    columns: {
      type: 'array',
      title: 'Columns',
      description: 'Leave empty for all properties of the records.',
      'x-i18n-title': { fr: 'Colonnes' },
      'x-i18n-description': { fr: 'Vide : toutes les propriétés des enregistrements.' },
      items: {
        type: 'object',
        required: ['key', 'path'],
        properties: {
          key: text('Column', 'Colonne'),
          path: text('Path in the record', "Chemin dans l'enregistrement"),
        },
      },
    },
    pagination: {
      type: 'object',
      title: 'Pages',
      'x-i18n-title': { fr: 'Pages' },
      properties: {
        type: text('How pages are requested', 'Mode de pagination', {
          default: 'none',
          ...choice({
            none: { en: 'A single page', fr: 'Une seule page' },
            page: { en: 'Number of the page', fr: 'Numéro de page' },
            offset: { en: 'Offset of the first record', fr: 'Décalage du premier enregistrement' },
            cursor: { en: 'Cursor in the response', fr: 'Curseur dans la réponse' },
            next: { en: 'URL of the next page in the response', fr: 'URL de la page suivante dans la réponse' },
          }),
        }),
        parameter: text('Parameter (page, offset, cursor)', 'Paramètre (page, offset, cursor)', {
          'x-with': ['page', 'offset', 'cursor'],
        }),
        first: {
          type: 'integer',
          title: 'First page',
          'x-i18n-title': { fr: 'Première page' },
          default: 1,
          'x-with': ['page'],
        },
        sizeParameter: text('Parameter of the size', 'Paramètre de la taille', { 'x-with': paged }),
        size: {
          type: 'integer',
          minimum: 1,
          maximum: limits.collectors.maxPageRecords,
          'x-with': paged,
          title: 'Records of a page',
          'x-i18n-title': { fr: 'Enregistrements par page' },
        },
        path: text('Path of the cursor or of the next address', 'Chemin du curseur ou de l’adresse suivante', {
          'x-with': ['cursor', 'next'],
        }),
      },
    },
    auth: {
      type: 'object',
      title: 'Authentication',
      'x-i18n-title': { fr: 'Authentification' },
      properties: {
        type: text('Kind', 'Type', {
          default: 'none',
          ...choice({
            none: { en: 'None', fr: 'Aucune' },
            basic: { en: 'User name and password', fr: 'Identifiant et mot de passe' },
            bearer: { en: 'Bearer token', fr: 'Jeton (Bearer)' },
            apiKey: { en: 'Key in a header', fr: 'Clé dans un en-tête' },
            oauth2: { en: 'OAuth2, client credentials', fr: 'OAuth2, client credentials' },
          }),
        }),
        username: text('User name, or client id', 'Identifiant, ou client id', { 'x-with': ['basic', 'oauth2'] }),
        header: text('Header of the key', 'En-tête de la clé', { pattern: '^[A-Za-z0-9-]+$', 'x-with': ['apiKey'] }),
        tokenUrl: text('URL of the tokens (OAuth2)', 'URL des jetons (OAuth2)', {
          pattern: '^https?://',
          'x-with': ['oauth2'],
        }),
        scope: text('Scope (OAuth2)', 'Portée (OAuth2)', { 'x-with': ['oauth2'] }),
        secret: text('Password, token, key or client secret', 'Mot de passe, jeton, clé ou secret du client', {
          writeOnly: true,
          'x-with': ['basic', 'bearer', 'apiKey', 'oauth2'],
        }),
      },
    },
  },
}

/** The configuration, once it is valid against the schema. */
export const configSchema = targetSchema.extend({
  url: z.string(),
  resultsPath: z.string().default(''),
  columns: z.array(z.object({ key: z.string(), path: z.string() })).default([]),
  pagination: z
    .object({
      type: z.enum(['none', 'page', 'offset', 'cursor', 'next']).default('none'),
      parameter: z.string().optional(),
      first: z.number().int().default(1),
      sizeParameter: z.string().optional(),
      size: z.number().int().optional(),
      path: z.string().default(''),
    })
    .default({ type: 'none', first: 1, path: '' }),
  auth: z
    .object({
      type: z.enum(['none', 'basic', 'bearer', 'apiKey', 'oauth2']).default('none'),
      username: z.string().default(''),
      header: z.string().default('x-api-key'),
      tokenUrl: z.string().optional(),
      scope: z.string().optional(),
    })
    .default({ type: 'none', username: '', header: 'x-api-key' }),
})
export type JsonApiConfig = z.output<typeof configSchema>
