import { z } from '@hono/zod-openapi'
import { limits } from '../../../limits'
import type { JsonSchema } from '../plugin'
import { datasetProperties, targetSchema } from '../target-dataset'

export const schema: JsonSchema = {
  type: 'object',
  title: 'SensorThings',
  description: 'Adds the new observations of an OGC SensorThings 1.1 service to an editable dataset at each run.',
  'x-i18n-description': {
    fr: 'Ajoute à chaque exécution les nouvelles observations d’un service OGC SensorThings 1.1 à un jeu de données éditable.',
  },
  required: ['datasetMode', 'url'],
  properties: {
    url: {
      type: 'string',
      title: 'URL of the service',
      description: 'With its version: https://sensors.example.org/v1.1',
      'x-i18n-title': { fr: 'URL du service' },
      'x-i18n-description': { fr: 'Avec sa version : https://sensors.example.org/v1.1' },
      format: 'uri',
      pattern: '^https?://',
      minLength: 1,
    },
    ...datasetProperties(['create', 'lines']),
    filter: {
      type: 'string',
      title: 'Filter of the datastreams',
      description: "In the language of OData: ObservedProperty/name eq 'NO2'. Leave empty for all datastreams.",
      'x-i18n-title': { fr: 'Filtre des flux' },
      'x-i18n-description': {
        fr: "Dans le langage d’OData : ObservedProperty/name eq 'NO2'. Vide : tous les flux.",
      },
    },
    from: {
      type: 'string',
      title: 'First date',
      description: 'Earlier observations are left out: 2026-01-01',
      'x-i18n-title': { fr: 'Première date' },
      'x-i18n-description': { fr: 'Les observations antérieures sont ignorées : 2026-01-01' },
      format: 'date',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    },
    username: { type: 'string', title: 'User name', 'x-i18n-title': { fr: 'Identifiant' } },
    password: { type: 'string', title: 'Password', 'x-i18n-title': { fr: 'Mot de passe' }, writeOnly: true },
    order: {
      type: 'string',
      title: 'New observations are known by',
      'x-i18n-title': { fr: 'Les nouvelles observations sont reconnues par' },
      default: 'phenomenonTime',
      oneOf: [
        { const: 'phenomenonTime', title: 'their time', 'x-i18n-title': { fr: 'leur date' } },
        {
          const: 'id',
          title: 'their id, if ids increase (late observations are found too)',
          'x-i18n-title': { fr: 'leur identifiant, s’il est croissant (trouve aussi les observations tardives)' },
        },
      ],
      'x-advanced': true,
    },
    retentionDays: {
      type: 'integer',
      title: 'Days that observations are kept',
      description: 'For the dataset that a run creates. Leave empty to keep all.',
      'x-i18n-title': { fr: 'Jours de conservation' },
      'x-i18n-description': { fr: 'Pour le jeu de données qu’une exécution crée. Vide : tout est conservé.' },
      minimum: 1,
      maximum: limits.devices.maxRetentionDays,
      'x-advanced': true,
    },
  },
}

/** The configuration, once it is valid against the schema. */
export const configSchema = targetSchema.extend({
  url: z.string(),
  filter: z.string().optional(),
  from: z.string().optional(),
  username: z.string().optional(),
  order: z.enum(['phenomenonTime', 'id']).default('phenomenonTime'),
  retentionDays: z.number().optional(),
})
export type SensorThingsConfig = z.output<typeof configSchema>

/** The columns of the dataset, with their concepts. */
export const columns = [
  {
    key: 'phenomenon_time',
    type: 'string',
    format: 'date-time',
    title: 'Time',
    'x-refersTo': 'http://schema.org/Date',
  },
  { key: 'phenomenon_end', type: 'string', format: 'date-time', title: 'End of the time' },
  { key: 'result', type: 'number', title: 'Result' },
  { key: 'result_text', type: 'string', title: 'Result that is no number' },
  { key: 'unit', type: 'string', title: 'Unit' },
  { key: 'observed_property', type: 'string', title: 'Observed property' },
  { key: 'thing', type: 'string', title: 'Thing', 'x-refersTo': 'http://www.w3.org/2000/01/rdf-schema#label' },
  { key: 'datastream', type: 'string', title: 'Datastream' },
  { key: 'datastream_id', type: 'string', title: 'Id of the datastream' },
  { key: 'latitude', type: 'number', title: 'Latitude', 'x-refersTo': 'http://schema.org/latitude' },
  { key: 'longitude', type: 'number', title: 'Longitude', 'x-refersTo': 'http://schema.org/longitude' },
]
