/** Messages of devices in the documented formats of their networks, as lines. */
import { describe, expect, test } from 'vitest'
import type { DeviceConfig } from '../../../worker/collectors/devices/device-config'
import { linesOfMessage } from '../../../worker/collectors/devices/lines-of-message'
import { presetIds, presets } from '../../../worker/collectors/devices/presets'
import { parsePath, valueAt } from '../../../worker/collectors/json-path'

const receivedAt = '2026-11-23T10:00:00.000Z'
const lines = (config: DeviceConfig, body: unknown, more = {}) => linesOfMessage(config, { body, receivedAt, ...more })

describe('a path', () => {
  test.each([
    ['', []],
    ['a', ['a']],
    ['a.b[0].c', ['a', 'b', 0, 'c']],
    ['[2]', [2]],
    ['a["x.y"]["\\"z"]', ['a', 'x.y', '"z']],
    ['données.é', ['données', 'é']],
    ['a..b', undefined],
    ['a[', undefined],
    ['a[x]', undefined],
    ['.a', ['a']],
  ])('%j', (path, steps) => {
    expect(parsePath(path)).toEqual(steps)
  })

  test('finds only sent properties', () => {
    const value = { a: [{ b: 0 }], n: null, 'x.y': 1 }
    expect(valueAt(value, 'a[0].b')).toBe(0)
    expect(valueAt(value, '["x.y"]')).toBe(1)
    expect(valueAt(value, '')).toBe(value)
    for (const path of [
      'a[1].b',
      'n.x',
      'a.b',
      '__proto__',
      'constructor.name',
      'a.length.x',
      'toString',
      'a[*]',
      'x.y',
    ]) {
      expect(valueAt(value, path), path).toBeUndefined()
    }
  })
})

test('columns are found in a message, in its items, and in its metadata', () => {
  const columns = [
    { key: 'station', path: '$topic[1]' },
    { key: 'at', path: '$received' },
    { key: 'value', path: 'v' },
    { key: 'tags', path: 't' },
  ]
  const body = { list: [{ v: 1, t: ['x'], n: 7 }, { v: 0 }] }
  expect(lines({ columns, items: 'list', idPath: 'n' }, body, { topic: 'sensors/s1/level' })).toEqual([
    { id: '7', values: { station: 's1', at: receivedAt, value: 1, tags: '["x"]' } },
    { id: undefined, values: { station: 's1', at: receivedAt, value: 0 } },
  ])
  expect(lines({ columns: [{ key: 'value', path: '' }] }, 21.5)).toEqual([{ id: undefined, values: { value: 21.5 } }])
  expect(lines({ columns: [{ key: 'value', path: 'x' }] }, { y: 1 })).toEqual([])
  expect(lines({}, { y: 1 })).toEqual([])
})

/** https://www.thethingsindustries.com/docs/the-things-stack/concepts/data-formats/ */
const uplink = {
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '0004A30B001C0530',
    join_eui: '800000000000000C',
    dev_addr: '00BCB929',
  },
  correlation_ids: ['as:up:01'],
  received_at: '2020-02-12T15:15:45.787Z',
  uplink_message: {
    session_key_id: 'AXA50tHUIv',
    f_port: 1,
    f_cnt: 5,
    frm_payload: 'gkHe',
    decoded_payload: { temperature: 1.0, luminosity: 0.64, rssi: 'not that of the network' },
    rx_metadata: [
      {
        gateway_ids: { gateway_id: 'gtw1', eui: '9C5C8E00001A05C4' },
        time: '2020-02-12T15:15:45.787Z',
        rssi: -35,
        snr: 5.2,
      },
    ],
    settings: { data_rate: { lora: { bandwidth: 125_000, spreading_factor: 7 } }, frequency: '868300000' },
    received_at: '2020-02-12T15:15:45.700Z',
    locations: { user: { latitude: 48.85, longitude: 2.35, source: 'SOURCE_REGISTRY' } },
  },
}

/** https://www.chirpstack.io/docs/chirpstack/integrations/events.html */
const up = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2022-07-18T09:34:15.775023242+00:00',
  deviceInfo: {
    tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
    tenantName: 'ChirpStack',
    applicationName: 'Test application',
    deviceName: 'Test device',
    devEui: '0101010101010101',
    tags: { key: 'value' },
  },
  devAddr: '00189440',
  dr: 1,
  fPort: 1,
  data: 'qg==',
  object: { temperatureSensor: { 1: 25 }, humidity: 32 },
  rxInfo: [
    {
      gatewayId: '0016c001f153a14c',
      uplinkId: 4_217_106_255,
      rssi: -36,
      snr: 10.5,
      location: { latitude: 47.2, longitude: -1.55 },
    },
  ],
  txInfo: { frequency: 867_100_000 },
}

/** https://support.sigfox.com/docs/custom-callback-creation */
const callback = {
  device: '1D54F2',
  time: '1545326400',
  data: '0102030405060708090a0b0c',
  seqNumber: '1230',
  station: '2D8C',
  rssi: '-116.00',
  temperature: '21.5',
  lat: '43.6',
  lng: '1.44',
}

/** https://www.home-assistant.io/docs/configuration/events/#state_changed */
const changed = {
  event_type: 'state_changed',
  data: {
    entity_id: 'sensor.kitchen',
    old_state: { entity_id: 'sensor.kitchen', state: '20.9' },
    new_state: {
      entity_id: 'sensor.kitchen',
      state: '21.4',
      attributes: { unit_of_measurement: '°C', friendly_name: 'Kitchen' },
      last_changed: '2026-11-23T09:59:58.123456+00:00',
      last_updated: '2026-11-23T09:59:59.123456+00:00',
    },
  },
}

test('The Things Stack', () => {
  expect(lines({ preset: 'the-things-stack' }, uplink)).toEqual([
    {
      id: '0004A30B001C0530/AXA50tHUIv/5',
      values: {
        date: '2020-02-12T15:15:45.700Z',
        device: 'dev1',
        devEui: '0004A30B001C0530',
        application: 'app1',
        port: 1,
        counter: 5,
        payload: 'gkHe',
        rssi: -35,
        snr: 5.2,
        gateway: 'gtw1',
        latitude: 48.85,
        longitude: 2.35,
        temperature: 1,
        luminosity: 0.64,
      },
    },
  ])
  const { uplink_message: _, ...join } = uplink
  expect(lines({ preset: 'the-things-stack' }, { ...join, join_accept: { session_key_id: 'AXA50tHUIv' } })).toEqual([])
})

test('ChirpStack', () => {
  const [line, ...others] = lines({ preset: 'chirpstack' }, up, { event: 'up' })
  expect(others).toEqual([])
  expect(line).toEqual({
    id: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    values: {
      date: '2022-07-18T09:34:15.775023242+00:00',
      device: 'Test device',
      devEui: '0101010101010101',
      application: 'Test application',
      port: 1,
      payload: 'qg==',
      rssi: -36,
      snr: 10.5,
      gateway: '0016c001f153a14c',
      latitude: 47.2,
      longitude: -1.55,
      humidity: 32,
      temperatureSensor: '{"1":25}',
    },
  })
  // Over MQTT the kind of an event is in its topic only.
  expect(lines({ preset: 'chirpstack' }, up)).toEqual([line])
  const { rxInfo: _, ...status } = up
  for (const event of ['join', 'ack', 'status', undefined]) {
    expect(lines({ preset: 'chirpstack' }, { ...status, margin: 8 }, { event })).toEqual([])
  }
})

test('Sigfox', () => {
  expect(lines({ preset: 'sigfox' }, callback)).toEqual([
    {
      id: '1D54F2/1545326400/1230',
      values: {
        date: '2018-12-20T17:20:00.000Z',
        device: '1D54F2',
        counter: '1230',
        payload: '0102030405060708090a0b0c',
        station: '2D8C',
        rssi: '-116.00',
        temperature: '21.5',
        latitude: '43.6',
        longitude: '1.44',
      },
    },
  ])
  const geolocated = { device: 'A', computedLocation: { lat: 43.6, lng: 1.44 } }
  expect(lines({ preset: 'sigfox' }, geolocated)[0]).toMatchObject({
    id: undefined,
    values: { date: receivedAt, latitude: 43.6 },
  })
  const inMicroseconds = { device: 'A', time: 1_545_326_400_000_000, seqNumber: 1 }
  expect(lines({ preset: 'sigfox' }, inMicroseconds)[0]?.values).toMatchObject({ date: receivedAt, counter: 1 })
})

test('each item of a message of a network has an id of its own', () => {
  const readings = { list: [{ v: 1 }, { v: 2 }] }
  const config: DeviceConfig = { preset: 'sigfox', items: 'readings.list', columns: [{ key: 'level', path: 'v' }] }
  expect(lines(config, { ...callback, readings }).map(({ id, values }) => [id, values.level])).toEqual([
    ['1D54F2/1545326400/1230/0', 1],
    ['1D54F2/1545326400/1230/1', 2],
  ])
})

test('Home Assistant', () => {
  const values = {
    date: '2026-11-23T09:59:59.123456+00:00',
    entity: 'sensor.kitchen',
    name: 'Kitchen',
    state: '21.4',
    value: 21.4,
    unit: '°C',
  }
  const id = 'sensor.kitchen/2026-11-23T09:59:59.123456+00:00'
  expect(lines({ preset: 'home-assistant' }, changed)).toEqual([{ id, values }])
  expect(lines({ preset: 'home-assistant' }, changed.data.new_state)).toEqual([{ id, values }])
  expect(lines({ preset: 'home-assistant' }, { entity_id: 'light.a', state: 'on' })).toEqual([
    { id: undefined, values: { date: receivedAt, entity: 'light.a', state: 'on' } },
  ])
})

test('a message of another network results in no line and no error', () => {
  const bodies = [
    null,
    1,
    'text',
    [],
    {},
    { uplink_message: null },
    { uplink_message: 'x' },
    { deviceInfo: 1, rxInfo: [] },
    { device: {} },
  ]
  for (const preset of presetIds) {
    for (const body of bodies) expect(() => lines({ preset }, body)).not.toThrow()
    expect(presets[preset].columns.map(({ key }) => key)).toContain('date')
  }
})
