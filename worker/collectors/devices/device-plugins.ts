/** The plugins of devices: their messages come by themselves; a run makes the dataset that receives them. */

import { limits } from '../../limits'
import { notices } from '../plugins/log-texts'
import type { JsonSchema, Plugin, PluginContext, RunResult } from '../plugins/plugin'
import { deviceConfigSchema, deviceProperties, parseDeviceConfig } from './device-config'
import { type DeviceColumn, presets } from './presets'

const { dataset, ...mappingProperties } = deviceProperties

const webhookSchema: JsonSchema = {
  type: 'object',
  title: 'Webhook of devices',
  description: 'Adds the messages that a network of devices sends to an editable dataset.',
  'x-i18n-title': { fr: 'Webhook d’appareils' },
  'x-i18n-description': { fr: 'Ajoute les messages qu’un réseau d’appareils envoie à un jeu de données éditable.' },
  required: ['dataset'],
  'x-receives': 'webhook',
  properties: deviceProperties,
}

const mqttSchema: JsonSchema = {
  type: 'object',
  title: 'MQTT',
  description: 'Adds the messages of an MQTT broker to an editable dataset.',
  'x-i18n-description': { fr: 'Ajoute les messages d’un broker MQTT à un jeu de données éditable.' },
  required: ['dataset', 'url', 'topics'],
  'x-receives': 'broker',
  properties: {
    url: {
      type: 'string',
      title: 'URL of the broker',
      description: 'mqtts://, mqtt://, wss:// or ws://',
      'x-i18n-title': { fr: 'URL du broker' },
      pattern: '^(mqtts?|wss?)://',
    },
    version: {
      type: 'string',
      title: 'Version of MQTT',
      'x-i18n-title': { fr: 'Version de MQTT' },
      enum: ['3.1.1', '5'],
      default: '3.1.1',
    },
    username: { type: 'string', title: 'User name', 'x-i18n-title': { fr: 'Identifiant' } },
    password: { type: 'string', title: 'Password', 'x-i18n-title': { fr: 'Mot de passe' }, writeOnly: true },
    topics: {
      type: 'array',
      title: 'Topics',
      description: 'With wildcards: sensors/+/temperature, sensors/#.',
      'x-i18n-description': { fr: 'Avec des jokers : sensors/+/temperature, sensors/#.' },
      minItems: 1,
      maxItems: limits.devices.maxTopics,
      items: { type: 'string', minLength: 1 },
    },
    ...(dataset ? { dataset } : {}),
    ...mappingProperties,
  },
}

export const webhook: Plugin = { schema: () => webhookSchema, run: makeDataset }
export const mqtt: Plugin = { schema: () => mqttSchema, run: makeDataset }

/** Creates the dataset of a configuration that names none yet. */
async function makeDataset(context: PluginContext): Promise<RunResult> {
  const { datasets, log, patchConfig } = context
  const config = parseDeviceConfig(deviceConfigSchema, context.config)
  const { id, title = context.collector.title } = config.dataset ?? {}
  if (id !== undefined) {
    await log.info(notices.devicesReceive)
    return { deleteOnComplete: true }
  }
  const ofPreset: readonly DeviceColumn[] = config.preset ? presets[config.preset].columns : []
  const own = (config.columns ?? []).map(({ key, path }) => columnOf(key, path))
  const schema = [...ofPreset.filter(({ key }) => !own.some((one) => one.key === key)), ...own]
  const { retentionDays } = config
  const dateKey = schema.find((column) => 'format' in column)?.key
  const ttl = { active: true, prop: dateKey ?? '_updatedAt', delay: { value: retentionDays, unit: 'days' } }
  const created = await datasets.create('devices', {
    isRest: true,
    title,
    schema,
    ...(retentionDays === undefined ? {} : { rest: { ttl } }),
  })
  await patchConfig({ dataset: { id: created.id, title: created.title } })
  await log.info(notices.devicesDataset(created.id))
  return {}
}

/** Values of unknown types are texts: their columns can be changed in the dataset. */
const columnOf = (key: string, path: string): DeviceColumn =>
  path === '$received' ? { key, type: 'string', format: 'date-time' } : { key, type: 'string' }
