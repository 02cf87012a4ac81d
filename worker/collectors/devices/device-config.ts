/** The configuration of collectors that receive the messages of devices. */
import { z } from '@hono/zod-openapi'
import { problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import type { CollectorConfig } from '../document'
import { parsePath } from '../json-path'
import type { JsonSchema } from '../plugins/plugin'
import { presetIds, presets } from './presets'

const { maxColumns, maxPathChars, maxTopics, maxRetentionDays } = limits.devices
const path = z
  .string()
  .max(maxPathChars)
  .refine((text) => text.startsWith('$') || parsePath(text) !== undefined, 'a path such as a.b[0]')

const deviceShape = {
  dataset: z.object({ id: z.string().optional(), title: z.string().optional() }).optional(),
  preset: z.enum(presetIds).optional(),
  items: path.optional(),
  idPath: path.optional(),
  columns: z
    .array(z.object({ key: z.string().min(1).max(limits.files.maxHeaderChars), path }))
    .max(maxColumns)
    .optional(),
  retentionDays: z.number().int().min(1).max(maxRetentionDays).optional(),
}

export const deviceConfigSchema = z.object(deviceShape)
export type DeviceConfig = z.output<typeof deviceConfigSchema>

export const mqttConfigSchema = z.object({
  ...deviceShape,
  url: z.string(),
  version: z.enum(['3.1.1', '5']).default('3.1.1'),
  username: z.string().optional(),
  topics: z.array(z.string().min(1).max(limits.datasets.maxTitleChars)).min(1).max(maxTopics),
})

/** Parses a stored configuration. @throws `collector-config-invalid` */
export function parseDeviceConfig<Schema extends z.ZodType>(schema: Schema, config: CollectorConfig): z.output<Schema> {
  const parsed = schema.safeParse(config)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw problem('collector-config-invalid', {
    reason: untranslated(`/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`),
  })
}

/** The properties of the JSON schemas of the plugins. */
export const deviceProperties: Record<string, JsonSchema> = {
  dataset: {
    type: 'object',
    title: 'Editable dataset',
    description: 'The dataset that receives the rows, or the title of the one that a run creates.',
    'x-i18n-title': { fr: 'Jeu de données éditable' },
    'x-i18n-description': { fr: 'Le jeu qui reçoit les lignes, ou le titre de celui qu’une exécution crée.' },
    properties: {
      title: { type: 'string', title: 'Title of the new dataset', 'x-i18n-title': { fr: 'Titre du nouveau jeu' } },
      id: {
        type: 'string',
        title: 'Existing dataset',
        'x-i18n-title': { fr: 'Jeu existant' },
        format: 'dataset',
        'x-editable': true,
      },
    },
  },
  preset: {
    type: 'string',
    title: 'Network',
    description: 'The network that sends the messages. Measures go to the columns of the same name.',
    'x-i18n-title': { fr: 'Réseau' },
    'x-i18n-description': { fr: 'Le réseau qui envoie les messages. Les mesures vont dans les colonnes de même nom.' },
    oneOf: presetIds.map((id) => ({ const: id, title: presets[id].title })),
  },
  columns: {
    type: 'array',
    title: 'Columns and their values',
    description:
      'One per line: the key of a column, =, and where its value is in the message. $received is the time, $topic[1] a level of the topic of MQTT.',
    'x-i18n-title': { fr: 'Colonnes et leurs valeurs' },
    'x-i18n-description': {
      fr: 'Une par ligne : la clé d’une colonne, =, et où est sa valeur dans le message. $received est l’heure de réception, $topic[1] un niveau du sujet MQTT.',
    },
    examples: [
      [
        { key: 'level', path: 'measures[0].value' },
        { key: 'time', path: '$received' },
      ],
    ],
    maxItems: maxColumns,
    items: {
      type: 'object',
      required: ['key', 'path'],
      properties: {
        key: { type: 'string', title: 'Key', 'x-i18n-title': { fr: 'Clé' }, minLength: 1 },
        path: { type: 'string', title: 'Path', 'x-i18n-title': { fr: 'Chemin' } },
      },
    },
  },
  items: {
    type: 'string',
    title: 'Path of the list of measures',
    description: 'Where a message has several.',
    'x-i18n-title': { fr: 'Chemin de la liste des mesures' },
    'x-i18n-description': { fr: 'Lorsqu’un message en a plusieurs.' },
  },
  idPath: {
    type: 'string',
    title: 'Path of the id',
    description: 'A message that comes twice with the same id is stored once.',
    'x-i18n-title': { fr: 'Chemin de l’identifiant' },
    'x-i18n-description': { fr: 'Un message reçu deux fois avec le même identifiant n’est enregistré qu’une fois.' },
  },
  retentionDays: {
    type: 'integer',
    title: 'Days that rows are kept',
    description: 'In the dataset that a run creates.',
    'x-i18n-title': { fr: 'Jours de conservation des lignes' },
    'x-i18n-description': { fr: 'Dans le jeu qu’une exécution crée.' },
    minimum: 1,
    maximum: maxRetentionDays,
  },
}
