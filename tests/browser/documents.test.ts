/** The OpenAPI descriptions, checked by a validator, and the code of the API tab, run in its languages. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { snippet } from '../../worker/pages/dataset/snippets'
import { manyLines, places, publish, service } from './support'

const run = promisify(execFile)
let id = ''

beforeAll(async () => {
  id = await publish(manyLines(60), { title: 'Described' }, places)
})

type Document = {
  openapi: string
  info: Record<string, string>
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; in: string }[] }>>
}
const read = async (path: string, headers: Record<string, string> = {}) =>
  (await (await fetch(service.url + path, { headers })).json()) as Document // validated below

describe('descriptions', () => {
  test.each([
    ['the service', () => '/api/v1/api-docs.json'],
    ['a dataset, for its readers', () => `/api/v1/datasets/${id}/api-docs.json`],
    ['a dataset, for those who manage it', () => `/api/v1/datasets/${id}/private-api-docs.json`],
  ])('of %s is valid OpenAPI 3.1, with unique operation ids', async (_, path) => {
    const document = await read(path(), { 'x-apikey': service.apiKey })
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(ids.length).toBeGreaterThan(5)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of a dataset has its address, its fields and the operations permitted to the reader', async () => {
    const document = await read(`/api/v1/datasets/${id}/api-docs.json`)
    expect(document.servers).toEqual([{ url: `${service.url}/api/v1/datasets/${id}` }])
    expect(document.info['x-api-id']).toBe(
      `${new URL(service.url).host.replace(':', '-').replaceAll('.', '-')}-dataset-${id}`,
    )
    const parameters = document.paths['/lines']?.get?.parameters?.map(({ name }) => name)
    expect(parameters).toEqual(expect.arrayContaining(['q', 'town_eq', 'people_gte', 'day_lte']))
    expect(
      Object.values(document.paths)
        .flatMap(Object.keys)
        .every((method) => method === 'get'),
    ).toBe(true)
    expect(JSON.stringify(document.paths)).not.toContain('"name":"id"')
    const managed = await read(`/api/v1/datasets/${id}/private-api-docs.json`, { 'x-apikey': service.apiKey })
    expect(managed.paths['/']).toHaveProperty('delete')
    expect((await fetch(`${service.url}/api/v1/datasets/${id}/private-api-docs.json`)).status).toBe(401)
  })

  test('every read request without further parameters succeeds', async () => {
    const document = await read(`/api/v1/datasets/${id}/api-docs.json`)
    // There once the owner has asked for them.
    const onDemand = ['/read-api-key', '/compat-ods/']
    const needs: Record<string, string> = { '/values_agg': '?field=town', '/metric_agg': '?metric=sum&field=people' }
    for (const path of Object.keys(document.paths)) {
      const address = path.replace('{field}', 'people').replace('/data-files/{name}', '/data-files/places.csv')
      if (address.includes('{') || onDemand.some((one) => path.startsWith(one))) continue
      const answer = await fetch(
        `${service.url}/api/v1/datasets/${id}${address === '/' ? '' : address}${needs[address] ?? ''}`,
      )
      await answer.arrayBuffer()
      expect([path, answer.status < 500 && answer.status !== 404]).toEqual([path, true])
    }
  })
})

test.each(['identity', 'gzip'])('a page is compressed with %s on request', async (encoding) => {
  const { stdout } = await run('curl', ['-sD-', '-o/dev/null', '-H', `accept-encoding: ${encoding}`, `${service.url}/`])
  expect(/content-encoding: gzip/i.test(stdout)).toBe(encoding === 'gzip')
})

test('a page is not compressed without Accept-Encoding', async () => {
  expect((await run('curl', ['-s', `${service.url}/`])).stdout).toContain('<!DOCTYPE html>')
})

/** Whether a command is there; told loudly when it is not. */
async function has(command: string, options: readonly string[] = ['--version']): Promise<boolean> {
  try {
    await run(command, options)
    return true
  } catch {
    console.warn(`!!! ${command} is not installed, or not what it needs: its snippets are not run !!!`)
    return false
  }
}

describe('code', () => {
  const url = () => `${service.url}/api/v1/datasets/${id}/lines?size=2&town_eq=Rennes`
  const env = { ...process.env, API_KEY: service.apiKey, NODE_NO_WARNINGS: '1' }

  test.each([false, true])('in each language prints the lines (with a key: %s)', async (needsKey) => {
    const commands = [
      ['curl', 'sh', ['-c'], await has('curl')],
      ['javascript', process.execPath, ['--input-type=module', '-e'], true],
      ['python', 'python3', ['-c'], await has('python3')],
      ['r', 'Rscript', ['-e'], await has('Rscript', ['-e', 'library(jsonlite)'])],
    ] as const
    for (const [language, command, options, isThere] of commands) {
      if (!isThere) continue
      const { stdout } = await run(command, [...options, snippet(language, url(), needsKey)], { env })
      expect(stdout, language).toContain('Rennes')
    }
  })

  test('values of a request are escaped in the code', () => {
    const hostile = 'https://x.example/?q=a\'b"c$(id)`id`\\'
    expect(snippet('curl', hostile, false)).toBe("curl 'https://x.example/?q=a%27b\"c$(id)`id`\\'")
    for (const language of ['javascript', 'python', 'r'] as const) {
      expect(snippet(language, hostile, false)).toContain(JSON.stringify(hostile))
    }
  })
})
