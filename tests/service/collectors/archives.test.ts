/** Collectors of files of records and of timetables. */
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CollectingService } from '../../support/collecting-service'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

describe('json-file', () => {
  const stops = [
    {
      name: 'Port',
      line: { code: 'T1' },
      tags: ['sea', 'boat'],
      departures: [
        { at: '08:00', seats: 3 },
        { at: '09:00', seats: 5 },
      ],
    },
    { name: 'Town hall', line: { code: 'T2' }, tags: [], departures: [] },
  ]

  test('makes a row of each item of a list, under an id of data-fair', async () => {
    service.source.files.set('/stops.json', JSON.stringify({ data: { stops } }))
    const { id } = await service.create('@data-fair/processing-json-file', {
      url: `http://${service.host}/stops.json`,
      resultsPath: 'data.stops',
      drop: true,
      separator: '|',
      block: {
        mapping: [
          { key: 'stop', path: 'name' },
          { key: 'tags', path: 'tags' },
        ],
        expand: { path: 'departures', block: { mapping: [{ key: 'seats', path: 'seats' }] } },
      },
    })
    const select = '?sort=stop,seats&select=stop,tags,seats'
    expect((await service.run(id)).log.filter(({ type }) => type === 'error')).toEqual([])
    const dataset = await service.datasetOf(id)
    expect(await service.linesOf(dataset, select)).toMatchObject({
      total: 3,
      results: [
        { stop: 'Port', tags: 'sea|boat', seats: 3 },
        { stop: 'Port', tags: 'sea|boat', seats: 5 },
        { stop: 'Town hall' },
      ],
    })
    expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The data has not changed.')
    service.source.files.set('/stops.json', JSON.stringify({ data: { stops: stops.slice(1) } }))
    await service.run(id)
    expect((await service.linesOf(dataset)).total).toBe(1)
  })

  test('adds rows to the dataset that is named, with all properties', async () => {
    service.source.files.set('/all.json', JSON.stringify([{ Name: 'A', 'Line code': 'T1', day: '2026-11-27' }]))
    const { id } = await service.create('json-file', { url: `http://${service.host}/all.json` })
    await service.run(id)
    const dataset = await service.datasetOf(id)
    expect(await service.linesOf(dataset)).toMatchObject({
      results: [{ name: 'A', line_code: 'T1', day: '2026-11-27' }],
    })
    service.source.files.set('/all.json', JSON.stringify([{ Name: 'B', 'Line code': 'T2', day: '2026-11-28' }]))
    await service.run(id)
    expect((await service.linesOf(dataset)).total).toBe(2)
  })

  test('says that a file is not JSON', async () => {
    service.source.files.set('/broken.json', '{"data": [')
    const { id } = await service.create('json-file', { url: `http://${service.host}/broken.json` })
    const { status, log } = await service.run(id)
    expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('not JSON')])
  })
})

describe('gtfs', () => {
  const files = (stops: string) => ({
    'agency.txt':
      'agency_id,agency_name,agency_url,agency_timezone,agency_lang\n1,Bus,https://bus.example,Europe/Paris,fr\n',
    'stops.txt': stops,
    'routes.txt': 'route_id,route_short_name,route_type,route_color\nR1,12,3,ff0000\n',
    'trips.txt': 'route_id,service_id,trip_id,trip_headsign,shape_id\nR1,S,T1,Port,SH1\n',
    'stop_times.txt':
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,25:10:00,25:10:00,B,2\n',
    // Out of order.
    'shapes.txt':
      'shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nSH1,48.2,-2.2,10\nSH1,48.1,-2.1,9\nSH1,48.3,-2.3,11\n',
  })
  const put = (name: string, contents: Record<string, string>) => {
    const entries = Object.entries(contents).map(([file, text]) => [file, new TextEncoder().encode(text)])
    service.source.files.set(name, Buffer.from(zipSync(Object.fromEntries(entries))))
  }
  const stops =
    '\ufeffstop_id,stop_name,stop_lat,stop_lon,location_type\nA,"Quai, nord",48.1,-2.1,0\nB,Port,48.3,-2.3,0\n'
  type Described = {
    title: string
    isMetaOnly?: boolean
    attachments?: { name: string }[]
    relatedDatasets?: { id: string; title: string }[]
  }
  const described = (id: string) => service.call<Described>('GET', `/api/v1/datasets/${id}`)

  test('the archive, its stops, stop times and shapes are datasets, updated when it changes', async () => {
    put('/bus.zip', files(stops))
    const config = { datasetMode: 'create', url: `http://${service.host}/bus.zip`, dataset: { title: 'Bus' } }
    const { id } = await service.create('gtfs', config)
    const run = await service.run(id)
    expect(run.log.filter(({ type }) => type === 'error')).toEqual([])
    const dataset = await service.datasetOf(id)
    const before = await described(dataset)
    expect(before).toMatchObject({ title: 'Bus', isMetaOnly: true, attachments: [{ name: 'gtfs.zip' }] })
    const related = before.relatedDatasets ?? []
    expect(related.map(({ title }) => title)).toEqual(['Bus - arrêts', 'Bus - horaires', 'Bus - tracés des lignes'])
    const [stopSet = '', timeSet = '', shapeSet = ''] = related.map((one) => one.id)
    expect(await service.linesOf(stopSet, '?bbox=-2.2,48,-2,48.2')).toMatchObject({
      total: 1,
      results: [{ stop_id: 'A', stop_name: 'Quai, nord' }],
    })
    expect((await service.linesOf(timeSet)).total).toBe(2)
    expect(await service.linesOf(shapeSet)).toMatchObject({
      total: 1,
      results: [{ shape_id: 'SH1', route_id: 'R1', trip_headsign: 'Port', route_color: 'ff0000' }],
    })
    const [shape] = (await service.linesOf(shapeSet)).results
    expect(String(shape?.geometry)).toContain('[[-2.1,48.1],[-2.2,48.2],[-2.3,48.3]]')
    expect((await service.run(id)).log.map(({ msg }) => msg)).toContain('The archive has not changed.')
    put('/bus.zip', files(`${stops}C,Gare,48.4,-2.4,0\n`))
    expect((await service.run(id)).status).toBe('finished')
    expect((await service.linesOf(stopSet)).total).toBe(3)
    expect((await described(dataset)).relatedDatasets).toEqual(related)
  })

  test('another archive is refused', async () => {
    put('/other.zip', { 'a.csv': 'a\n1\n' })
    const { id } = await service.create('gtfs', { datasetMode: 'create', url: `http://${service.host}/other.zip` })
    const { status, log } = await service.run(id)
    expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('no stops.txt')])
  })
})
