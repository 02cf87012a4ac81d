import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import {
  type Dataset,
  type Field,
  journal,
  lines,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

const csv = 'name,lat,lon,code\nA,47.5,-2.7,101\nB,48.5,1.25,102\nC,,,103\n'
const patched = (id: string, key: string, json: unknown, query = '') =>
  ask<Dataset>(`/api/v1/datasets/${id}${query}`, { method: 'PATCH', key, json })
const refused = async (id: string, key: string, json: unknown) =>
  refusal(await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json }))
const fields = (dataset: Dataset) => dataset.schema.filter((field) => !field['x-calculated'])
const changed = (dataset: Dataset, key: string, change: Partial<Field>) =>
  fields(dataset).map((field) => (field.key === key ? { ...field, ...change } : field))

describe('metadata', () => {
  test('is changed, sets updatedAt, and null removes a property', async () => {
    const key = await keyOf()
    const before = await publish(csv, { key })
    const said = { title: ' New ', description: 'd', keywords: ['k'], license: { title: 'L', href: 'https://l' } }
    const after = await patched(before.id, key, { ...said, extras: { any: { depth: [1] } }, modified: '2021-02-03' })
    expect(after).toMatchObject({
      ...said,
      title: 'New',
      slug: before.slug,
      status: 'finalized',
      modified: '2021-02-03',
    })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect(after.finalizedAt).toBe(before.finalizedAt)
    const less = await patched(before.id, key, { keywords: null, license: null, description: null })
    expect(less).not.toHaveProperty('keywords')
    expect(less).not.toHaveProperty('license')
    expect(less.description).toBe('')
    expect(await read(before.id, key)).toEqual(less)
    expect((await journal(before.id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
  })

  test.each([{}, { title: 'places' }, { description: null }, { description: '' }, { slug: 'places' }])(
    'that is unchanged (%j) leaves updatedAt as it is',
    async (json) => {
      const key = await keyOf()
      const before = await publish(csv, { key })
      expect(await patched(before.id, key, json)).toEqual(before)
      expect(await patched(before.id, key, { schema: before.schema })).toEqual(before)
    },
  )

  test.each([
    [{ foo: 1 }, 400, 'body-invalid'],
    [{ title: null }, 400, 'body-invalid'],
    [{ title: '' }, 400, 'body-invalid'],
    [{ title: 'x'.repeat(1_001) }, 400, 'body-invalid'],
    [{ owner: { type: 'user', id: 'x', name: 'x' } }, 400, 'body-invalid'],
    [{ status: 'finalized' }, 400, 'body-invalid'],
    [{ id: 'x' }, 400, 'body-invalid'],
    [{ permissions: [] }, 400, 'body-invalid'],
    [{ frequency: 'sometimes' }, 400, 'body-invalid'],
    [{ modified: 'yesterday' }, 400, 'body-invalid'],
    [{ slug: 'x' }, 400, 'body-invalid'],
    [{ slug: 'Capital' }, 400, 'body-invalid'],
    [{ slug: '-x-' }, 400, 'body-invalid'],
    [{ schema: [{ key: 'name', type: 'text' }] }, 400, 'body-invalid'],
    [{ schema: [{ key: 'other', type: 'string' }] }, 400, 'body-invalid'],
    [
      {
        schema: [
          { key: 'name', type: 'string' },
          { key: 'name', type: 'string' },
        ],
      },
      400,
      'body-invalid',
    ],
    [{ schema: [{ key: 'name', type: 'string', timeZone: 'Mars/Olympus' }] }, 400, 'body-invalid'],
    [[], 400, 'body-invalid'],
    ['x', 400, 'body-invalid'],
  ])('%j is refused with %i %s, and nothing changes', async (json, status, code) => {
    const key = await keyOf()
    const before = await publish(csv, { key })
    expect(await refused(before.id, key, json)).toEqual([status, code])
    expect(await read(before.id, key)).toEqual(before)
  })

  test('a body over 1 MB is refused', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    expect(await refused(id, key, { description: 'x'.repeat(1_000_001) })).toEqual([413, 'body-too-large'])
  })

  test('malformed JSON is refused', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const headers = { 'content-type': 'application/json' }
    const response = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, body: '{"title":', headers })
    expect(await refusal(response)).toEqual([400, 'json-invalid'])
  })
})

describe('the slug', () => {
  test('is refused when it is an id or slug of the owner; its change moves finalizedAt to the next second', async () => {
    const key = await keyOf()
    const [first, second] = [await publish(csv, { key }), await publish(csv, { key })]
    expect(await refused(second.id, key, { slug: first.slug })).toEqual([400, 'slug-taken'])
    expect(await refused(second.id, key, { slug: first.id })).toEqual([400, 'slug-taken'])
    const after = await patched(second.id, key, { slug: 'new_slug-1' })
    expect(after).toMatchObject({ slug: 'new_slug-1', status: 'finalized' })
    expect(after.finalizedAt).toMatch(/:\d\d\.000Z$/)
    expect(String(after.finalizedAt) > String(second.finalizedAt)).toBe(true)
  })
})

describe('the schema', () => {
  test('accepts titles and descriptions without reading the file again', async () => {
    const key = await keyOf()
    const before = await publish(csv, { key })
    const schema = changed(before, 'name', { title: 'Name', description: 'd', 'x-group': 'g' })
    const after = await patched(before.id, key, { schema })
    expect(after.status).toBe('finalized')
    expect(after.schema[0]).toMatchObject({
      key: 'name',
      title: 'Name',
      description: 'd',
      'x-group': 'g',
      'x-cardinality': 3,
    })
    expect(await rows('select 1 from runs')).toEqual([])
  })

  test('accepts another type: the file is read again, and the old lines are served meanwhile', async () => {
    const key = await keyOf()
    const before = await publish(csv, { key })
    expect(before.schema.find((field) => field.key === 'code')).toMatchObject({ type: 'integer' })
    const answer = await patched(before.id, key, { schema: changed(before, 'code', { type: 'string' }) })
    expect(answer.status).toBe('analyzed')
    const served = await lines(before.id, 'select=code&size=1', key)
    expect([101, '101']).toContain(served.results[0]?.code)
    const after = await untilFinalized(before.id, key)
    expect(after.schema.find((field) => field.key === 'code')).toMatchObject({ type: 'string' })
    expect((await lines(before.id, 'select=code', key)).results.map(({ code }) => code)).toEqual(['101', '102', '103'])
    expect((await journal(before.id, key)).map(({ type }) => type)).toEqual([
      'finalize-end',
      'structure-updated',
      'finalize-end',
      'dataset-created',
    ])
    const replaced = await publish(csv.replace('103', '104'), { key, id: before.id })
    expect(replaced.status).toBe('finalized')
    await untilJournaled(before.id, key, 'draft-validated')
    expect((await read(before.id, key)).schema.find((field) => field.key === 'code')).toMatchObject({ type: 'string' })
  })

  test('accepts another type for a gzipped file', async () => {
    const { gzipSync } = await import('fflate')
    const key = await keyOf()
    const before = await publish(gzipSync(new TextEncoder().encode(csv)), { key, fileName: 'places.csv.gz' })
    await patched(before.id, key, { schema: changed(before, 'code', { type: 'string' }) })
    expect(await untilFinalized(before.id, key)).toMatchObject({ count: 3 })
    expect((await lines(before.id, 'code_eq=102', key)).total).toBe(1)
  })

  test('without a field removes its column; sending the field again restores it', async () => {
    const key = await keyOf()
    const before = await publish(csv, { key })
    await patched(before.id, key, { schema: fields(before).filter((field) => field.key !== 'code') })
    const without = await untilFinalized(before.id, key)
    expect(fields(without).map((field) => field.key)).toEqual(['name', 'lat', 'lon'])
    expect((await lines(before.id, '', key)).results[0]).not.toHaveProperty('code')
    await patched(before.id, key, { schema: [...fields(without), { key: 'code', type: 'integer' }] })
    const again = await untilFinalized(before.id, key)
    expect(fields(again).map((field) => field.key)).toEqual(['name', 'lat', 'lon', 'code'])
    expect((await lines(before.id, '', key)).results[0]).toMatchObject({ code: 101 })
  })

  test('with the concepts of latitude and longitude adds points and a bounding box', async () => {
    const key = await keyOf()
    const before = await publish(csv, { key })
    expect(before).not.toHaveProperty('bbox')
    const schema = fields(before).map((field) => {
      if (field.key === 'lat') return { ...field, 'x-refersTo': 'http://schema.org/latitude' }
      return field.key === 'lon' ? { ...field, 'x-refersTo': 'http://schema.org/longitude' } : field
    })
    expect((await patched(before.id, key, { schema })).status).toBe('validated')
    const after = await untilFinalized(before.id, key)
    expect(after.bbox).toEqual([-2.7, 47.5, 1.25, 48.5])
    expect(after.schema.map((field) => field.key)).toContain('_geopoint')
    expect(after.schema.find((field) => field.key === 'lat')).toMatchObject({
      'x-concept': { id: 'latitude', primary: true },
    })
    const { results } = await lines(before.id, '', key)
    expect(results.map((line) => line._geopoint)).toEqual(['47.5,-2.7', '48.5,1.25', undefined])
    expect(after.previews).toContainEqual(expect.objectContaining({ id: 'map' }))
    await patched(before.id, key, { schema: fields(after).map(({ 'x-refersTo': _, ...field }) => field) })
    expect(await untilFinalized(before.id, key)).not.toHaveProperty('bbox')
  })

  test('with a date concept adds the time period', async () => {
    const key = await keyOf()
    const before = await publish('name,day\nA,13/01/2021\nB,02/03/2020\n', { key })
    await patched(before.id, key, { schema: changed(before, 'day', { 'x-refersTo': 'http://schema.org/Date' }) })
    const after = await untilFinalized(before.id, key)
    expect(after.timePeriod).toMatchObject({
      startDate: expect.stringMatching(/^2020-03-0[12]/),
      endDate: expect.stringMatching(/^2021-01-1[23]/),
    })
  })

  test('with a type that few lines violate omits and reports them; if most violate it, the dataset is in error', async () => {
    const key = await keyOf()
    const before = await publish('name,n\nA,1\nB,2\nC,x\nD,4\n', { key })
    await patched(before.id, key, { schema: changed(before, 'n', { type: 'integer' }) })
    const after = await untilFinalized(before.id, key)
    expect(after.count).toBe(3)
    expect((await journal(before.id, key)).find(({ code }) => code === 'lines-left-out')).toMatchObject({
      type: 'error',
      data: '25% of the rows have an error. Rows that were rejected and are not in the dataset: 1.\nRow 4: "x" in the column n is not a valid whole number.',
    })
    const french = await ask<{ code?: string; data: string }[]>(`/api/v1/datasets/${before.id}/journal`, {
      key,
      headers: { 'accept-language': 'fr' },
    })
    expect(french.find(({ code }) => code === 'lines-left-out')?.data).toBe(
      '25% des lignes sont en erreur. Lignes refusées, qui ne figurent pas dans le jeu de données : 1.\n' +
        'Ligne 4 : "x" dans la colonne n n\'est pas valide (nombre entier).',
    )
    await patched(before.id, key, { schema: changed(after, 'name', { type: 'integer' }) })
    const failed = await untilSettled(before.id, key)
    expect(failed.status).toBe('error')
    expect((await journal(before.id, key))[0]).toMatchObject({ type: 'error', code: 'lines-refused' })
    expect((await lines(before.id, 'select=name', key)).results.map(({ name }) => name)).toEqual(['A', 'B', 'D'])
    await patched(before.id, key, { schema: changed(failed, 'name', { type: 'string', 'x-transform': null }) })
    expect(await untilFinalized(before.id, key)).toMatchObject({ count: 3, status: 'finalized' })
  })

  test('is not changed while the data is being processed: 409 with Retry-After', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    await env.DB.prepare(
      `update datasets set published = json_set(published, '$.status', 'analyzed'), version = version + 1`,
    ).run()
    const response = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema: [] } })
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refusal(response)).toEqual([409, 'status-incompatible'])
    expect(await patched(id, key, { title: 'still' })).toMatchObject({ title: 'still' })
  })
})

describe('a dataset in error', () => {
  test('is processed again by an empty patch, with the same result', async () => {
    const key = await keyOf()
    const { id } = await upload('x,Prix TTC,prix_ttc\n1,2,3\n', { key })
    expect(await untilSettled(id, key)).toMatchObject({ status: 'error', errorStatus: 'stored' })
    expect(await patched(id, key, {})).toMatchObject({ status: 'stored' })
    await untilJournaled(id, key, 'error', 2)
    expect(await read(id, key)).toMatchObject({ status: 'error', errorStatus: 'stored' })
  })

  test('keeps its error after a read or a refused patch', async () => {
    const key = await keyOf()
    const { id } = await upload('a,b\n', { key })
    await untilSettled(id, key)
    expect(await read(id, key)).toMatchObject({ status: 'error' })
    expect(await refused(id, key, { foo: 1 })).toEqual([400, 'body-invalid'])
    expect(await read(id, key)).toMatchObject({ status: 'error' })
  })
})
