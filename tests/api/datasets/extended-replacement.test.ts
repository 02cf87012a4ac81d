/** Another file for a dataset with extensions, and the generated columns of these. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, publish, read, untilSettled, upload } from '../../support/datasets'
import { createEditable, postLine } from '../../support/editable'
import { ask } from '../../support/http'

const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })
const joined = (source: string) => ({
  type: 'remoteService',
  remoteService: `dataset:${source}`,
  action: 'equals_code',
  inputs: { code: 'code' },
  propertyPrefix: '_code',
})
const computed = { type: 'exprEval', expr: 'UPPER(code)', property: { key: 'upper', type: 'string' } }

/** A file whose columns come from another dataset and from an expression. */
async function extended() {
  const key = await keyOf()
  const { id: source } = await createEditable(key, {
    schema: [
      { key: 'code', type: 'string' },
      { key: 'town', type: 'string' },
    ],
  })
  await postLine(source, key, { code: 'a', town: 'Dinan' })
  const { id } = await publish('code,n\na,10\n', { key, fileName: 'visits.csv' })
  await patch(id, key, { extensions: [joined(source), computed] })
  await untilSettled(id, key)
  return { key, id, source }
}

/** Sends another file. @returns whether it waits for a decision */
async function waits(id: string, key: string, csv: string, mode: string): Promise<boolean> {
  await upload(csv, { key, id, fileName: 'visits.csv', query: `?draft=${mode}` })
  return 'draftReason' in (await untilSettled(id, key, '?draft=true'))
}

describe('another file', () => {
  test.each(['compatible', 'compatibleOrCancel'])('of the same columns is published (%s)', async (mode) => {
    const { key, id } = await extended()
    expect(await waits(id, key, 'code,n\na,20\n', mode)).toBe(false)
    expect((await lines(id, '', key)).results).toMatchObject([{ n: 20, '_code.town': 'Dinan', upper: 'A' }])
  })

  test.each(['compatible', 'compatibleOrCancel'])(
    'is published when the columns of the source alone have changed (%s)',
    async (mode) => {
      const { key, id, source } = await extended()
      await patch(source, key, {
        schema: [
          { key: 'code', type: 'string' },
          { key: 'area', type: 'integer' },
        ],
      })
      await untilSettled(source, key)
      expect(await waits(id, key, 'code,n\na,20\n', mode)).toBe(false)
      expect((await lines(id, '', key)).results).toMatchObject([{ n: 20, upper: 'A' }])
      expect((await read(id, key)).schema.map((field) => field.key)).toContain('_code.area')
    },
  )

  test('of other columns stays a draft', async () => {
    const { key, id } = await extended()
    expect(await waits(id, key, 'code,m\na,20\n', 'compatible')).toBe(true)
    expect((await lines(id, '', key)).results).toMatchObject([{ n: 10 }])
  })
})

test('the column of errors has a title in the language of the reader, also after it was sent back', async () => {
  const { key, id } = await extended()
  const titles = async () => {
    const languages = ['en', 'fr'].map(async (language) => {
      const { schema } = await ask<Dataset>(`/api/v1/datasets/${id}`, { key, headers: { 'accept-language': language } })
      return schema.find((field) => field.key === '_code.error')?.title
    })
    return Promise.all(languages)
  }
  expect(await titles()).toEqual(['Error', 'Erreur'])
  const { schema } = await read(id, key)
  await patch(id, key, { schema: schema.map((field) => (field.key === 'n' ? { ...field, title: 'Visits' } : field)) })
  await untilSettled(id, key)
  expect(await titles()).toEqual(['Error', 'Erreur'])
})
