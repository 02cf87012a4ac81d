/** The messages of networks of devices, as columns and values. Pure. */
import { valueAt } from '../json-path'

/** A message as it came. */
export type DeviceMessage = {
  /** Its JSON; a text when it is none. */
  body: unknown
  /** The topic of MQTT. */
  topic?: string
  /** The kind of event that ChirpStack has in the query of its address. */
  event?: string | undefined
  /** When it was received, ISO 8601. */
  receivedAt: string
}

/** @property id names the message: one that comes twice is stored once */
export type DeviceLine = { id: string | undefined; values: Record<string, unknown> }

export type DeviceColumn = {
  key: string
  type: 'string' | 'number' | 'integer'
  format?: 'date-time'
  'x-refersTo'?: string
}

type Preset = {
  title: string
  columns: readonly DeviceColumn[]
  /** The line of a message; undefined for events that carry no measure. */
  line: (message: DeviceMessage) => DeviceLine | undefined
}

/** Seconds since 1970 as an ISO date; undefined for other numbers, such as microseconds. */
function isoSeconds(seconds: number): string | undefined {
  const date = new Date(seconds * 1_000)
  return Number.isFinite(date.getTime()) ? date.toISOString() : undefined
}

const text = (key: string): DeviceColumn => ({ key, type: 'string' })
const number = (key: string): DeviceColumn => ({ key, type: 'number' })
const integer = (key: string): DeviceColumn => ({ key, type: 'integer' })
const date: DeviceColumn = { key: 'date', type: 'string', format: 'date-time', 'x-refersTo': 'http://schema.org/Date' }
const place: readonly DeviceColumn[] = [
  { ...number('latitude'), 'x-refersTo': 'http://schema.org/latitude' },
  { ...number('longitude'), 'x-refersTo': 'http://schema.org/longitude' },
]
const radio = [integer('port'), integer('counter'), text('payload'), number('rssi'), number('snr'), text('gateway')]

/** Values of the sensors, as columns of their own names; the columns of the network keep their values. */
const withMeasures = (measures: unknown, values: Record<string, unknown>): Record<string, unknown> => ({
  ...(typeof measures === 'object' && measures !== null ? measures : {}),
  ...values,
})

const idOf = (...parts: unknown[]): string | undefined =>
  parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join('/') : undefined

export const presets = {
  'the-things-stack': {
    title: 'The Things Stack',
    columns: [date, text('device'), text('devEui'), text('application'), ...radio, ...place],
    line: ({ body, receivedAt }) => {
      const uplink = 'uplink_message'
      if (typeof valueAt(body, uplink) !== 'object') return undefined
      const eui = valueAt(body, 'end_device_ids.dev_eui')
      const device = valueAt(body, 'end_device_ids.device_id')
      const counter = valueAt(body, `${uplink}.f_cnt`) ?? 0
      const best = `${uplink}.rx_metadata[0]`
      return {
        id: idOf(eui ?? device, valueAt(body, `${uplink}.session_key_id`), counter),
        values: withMeasures(valueAt(body, `${uplink}.decoded_payload`), {
          date: valueAt(body, `${uplink}.received_at`) ?? valueAt(body, 'received_at') ?? receivedAt,
          device,
          devEui: eui,
          application: valueAt(body, 'end_device_ids.application_ids.application_id'),
          port: valueAt(body, `${uplink}.f_port`),
          counter,
          payload: valueAt(body, `${uplink}.frm_payload`),
          rssi: valueAt(body, `${best}.rssi`),
          snr: valueAt(body, `${best}.snr`),
          gateway: valueAt(body, `${best}.gateway_ids.gateway_id`),
          latitude: valueAt(body, `${uplink}.locations.user.latitude`),
          longitude: valueAt(body, `${uplink}.locations.user.longitude`),
        }),
      }
    },
  },
  chirpstack: {
    title: 'ChirpStack',
    columns: [date, text('device'), text('devEui'), text('application'), ...radio, ...place],
    line: ({ body, event, receivedAt }) => {
      // Other events are joins, acknowledgements, states of batteries.
      const isUplink = event === undefined ? Array.isArray(valueAt(body, 'rxInfo')) : event === 'up'
      if (!isUplink || typeof valueAt(body, 'deviceInfo') !== 'object') return undefined
      const best = 'rxInfo[0]'
      return {
        id: idOf(valueAt(body, 'deduplicationId')),
        values: withMeasures(valueAt(body, 'object'), {
          date: valueAt(body, 'time') ?? receivedAt,
          device: valueAt(body, 'deviceInfo.deviceName'),
          devEui: valueAt(body, 'deviceInfo.devEui'),
          application: valueAt(body, 'deviceInfo.applicationName'),
          port: valueAt(body, 'fPort'),
          counter: valueAt(body, 'fCnt'),
          payload: valueAt(body, 'data'),
          rssi: valueAt(body, `${best}.rssi`),
          snr: valueAt(body, `${best}.snr`),
          gateway: valueAt(body, `${best}.gatewayId`),
          latitude: valueAt(body, `${best}.location.latitude`),
          longitude: valueAt(body, `${best}.location.longitude`),
        }),
      }
    },
  },
  sigfox: {
    title: 'Sigfox',
    columns: [
      date,
      text('device'),
      integer('counter'),
      text('payload'),
      number('rssi'),
      number('snr'),
      text('station'),
      ...place,
    ],
    line: ({ body, receivedAt }) => {
      const [device, time] = [valueAt(body, 'device'), Number(valueAt(body, 'time') ?? Number.NaN)]
      if (typeof device !== 'string') return undefined
      const { device: _, time: __, data, seqNumber, lat, lng, ...others } = body as Record<string, unknown> // It has a device.
      return {
        id: Number.isFinite(time) ? idOf(device, time, seqNumber ?? '') : undefined,
        values: {
          // Custom variables that the callback is configured to send.
          ...others,
          date: isoSeconds(time) ?? receivedAt,
          device,
          counter: seqNumber,
          payload: data,
          latitude: lat ?? valueAt(body, 'computedLocation.lat'),
          longitude: lng ?? valueAt(body, 'computedLocation.lng'),
        },
      }
    },
  },
  'home-assistant': {
    title: 'Home Assistant',
    columns: [date, text('entity'), text('name'), text('state'), number('value'), text('unit'), ...place],
    line: ({ body, receivedAt }) => {
      // A state, or the event of its change.
      const state = valueAt(body, 'event.data.new_state') ?? valueAt(body, 'data.new_state') ?? body
      const entity = valueAt(state, 'entity_id')
      const value = valueAt(state, 'state')
      if (typeof entity !== 'string' || value === undefined || value === null) return undefined
      const changed = valueAt(state, 'last_updated') ?? valueAt(state, 'last_changed')
      const isNumber = value !== '' && Number.isFinite(Number(value))
      return {
        id: idOf(entity, changed),
        values: {
          date: changed ?? receivedAt,
          entity,
          name: valueAt(state, 'attributes.friendly_name'),
          state: String(value),
          value: isNumber ? Number(value) : undefined,
          unit: valueAt(state, 'attributes.unit_of_measurement'),
          latitude: valueAt(state, 'attributes.latitude'),
          longitude: valueAt(state, 'attributes.longitude'),
        },
      }
    },
  },
} as const satisfies Record<string, Preset>

type PresetId = keyof typeof presets
// The keys of an object literal are exactly its type's keys.
export const presetIds = Object.keys(presets) as PresetId[]
