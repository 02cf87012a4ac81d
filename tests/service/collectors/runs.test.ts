/** Runs of collectors: their live channels, and those that are killed with the service. */
import { DataFairWsClient } from '@data-fair/lib-node/ws-client.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CollectingService, type Run } from '../../support/collecting-service'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

test('a run sends its log on its channels to users who may read it', async () => {
  service.source.files.set('/live.csv', 'name\nA\n')
  const { id } = await service.create('transfer-file', {
    datasetMode: 'create',
    url: `http://${service.host}/live.csv`,
  })
  const log = { info: () => {}, error: () => {}, debug: () => {} }
  const client = new DataFairWsClient({ url: service.url, log, apiKey: service.apiKey })
  const stranger = new DataFairWsClient({ url: service.url, log })
  try {
    await expect(stranger.subscribe(`processings/${id}/run-log`)).rejects.toThrow()
    await client.subscribe(`processings/${id}/run-log`)
    const says = (text: string) => (message: object) => JSON.stringify(message).includes(text)
    const step = client.waitFor(`processings/${id}/run-log`, says('"Download"'))
    const end = client.waitFor(`collectors/${id}/run-patch`, says('"finished"'))
    const { _id } = await service.call<Run>('POST', `/api/v1/collectors/${id}/_trigger`)
    expect(await step).toMatchObject({ _id, log: { type: 'step' } })
    expect(await end).toMatchObject({ _id })
  } finally {
    client.close()
    stranger.close()
  }
})

test('a source that does not end its response does not keep other collectors and files by URL waiting', async () => {
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  service.source.answers.set('/endless.csv', (_, __, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('name\nA\n')
    resolve()
  })
  service.source.files.set('/quick.csv', 'name\nA\n')
  const config = (file: string) => ({ datasetMode: 'create', url: `http://${service.host}/${file}` })
  const endless = await service.create('transfer-file', config('endless.csv'))
  const run = await service.call<Run>('POST', `/api/v1/collectors/${endless.id}/_trigger`)
  await requested
  const quick = await service.create('transfer-file', config('quick.csv'))
  expect(await service.run(quick.id)).toMatchObject({ status: 'finished' })
  const remoteFile = { url: `http://${service.host}/quick.csv` }
  const { id } = await service.call<{ id: string }>('POST', '/api/v1/datasets', { title: 'By URL', remoteFile })
  await expect
    .poll(() => service.call('GET', `/api/v1/datasets/${id}`), { timeout: 20_000 })
    .toMatchObject({ status: 'finalized' })
  expect(await service.call('GET', `/api/v1/collector-runs/${run._id}`)).toMatchObject({ status: 'running' })
  await service.call('POST', `/api/v1/collector-runs/${run._id}/_kill`)
  expect((await service.ended(run._id)).status).toBe('killed')
})

test('a run killed with the service is resumed after the restart, without a partial dataset', async () => {
  service.source.files.set('/killed.csv', 'name\nA\n')
  const { id } = await service.create('transfer-file', {
    datasetMode: 'create',
    url: `http://${service.host}/killed.csv`,
  })
  await service.run(id)
  const dataset = await service.datasetOf(id)
  const rows = Array.from({ length: 60_000 }, (_, at) => `name ${at}`)
  service.source.files.set('/killed.csv', `name\n${rows.join('\n')}\n`)
  // The file arrives slowly: the service is killed in its middle.
  let arrived: () => void = () => {}
  const half = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let isFirst = true
  service.source.answers.set('/slow.csv', (_, __, response) => {
    const body = String(service.source.files.get('/killed.csv'))
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) })
    if (!isFirst) {
      response.end(body)
      return
    }
    isFirst = false
    response.write(body.slice(0, body.length / 2), () => arrived())
  })
  const { config } = await service.read(id)
  await service.call('PATCH', `/api/v1/collectors/${id}`, {
    config: { ...config, url: `http://${service.host}/slow.csv` },
  })
  const { _id } = await service.call<Run>('POST', `/api/v1/collectors/${id}/_trigger`)
  await half
  await service.restart()
  expect([1, 60_000]).toContain((await service.linesOf(dataset)).total)
  const resumed = await service.ended(_id)
  expect(resumed.status).toBe('finished')
  expect(resumed.log.map(({ msg }) => msg)).toContain('Resumed after an interruption.')
  expect((await service.linesOf(dataset)).total).toBe(60_000)
})

test('a run of a folder killed between two files continues with the second one', async () => {
  const links = ['a', 'b'].map((name) => `<a href="${name}.csv">${name}.csv</a>`)
  service.source.files.set('/folder/', links.join(' '))
  service.source.files.set('/folder/a.csv', 'name\nA\n')
  let asked: () => void = () => {}
  const second = new Promise<void>((resolve) => {
    asked = resolve
  })
  let isFirst = true
  service.source.answers.set('/folder/b.csv', (_, __, response) => {
    if (!isFirst) {
      response.writeHead(200).end('name\nB\nC\n')
      return
    }
    isFirst = false
    asked()
  })
  const schema = [{ key: 'name', type: 'string' }]
  const dataset = await service.call<{ id: string }>('POST', '/api/v1/datasets', { isRest: true, title: 'All', schema })
  const target = { datasetMode: 'lines', dataset: { id: dataset.id } }
  const { id } = await service.create('transfer-file', {
    ...target,
    files: 'all',
    url: `http://${service.host}/folder/`,
  })
  const { _id } = await service.call<Run>('POST', `/api/v1/collectors/${id}/_trigger`)
  await second
  await service.restart()
  expect(await service.ended(_id)).toMatchObject({ status: 'finished' })
  expect(await service.linesOf(dataset.id, '?sort=name')).toMatchObject({
    total: 3,
    results: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
  })
})
