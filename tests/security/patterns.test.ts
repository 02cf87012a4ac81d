/** Regular expressions and formats with extreme cost: each check ends, for any value. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetDataset } from '../../worker/datasets'
import { keyOf } from '../support/accounts'
import { journal, lines, publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { createEditable, postLine } from '../support/editable'
import { ask, json, refusal, send } from '../support/http'

/** 2^40 ways to split the letters, with an engine that tries them one after the other. */
const exponential = '^(a+)+$'
const hostile = `${'a'.repeat(40)}!`
const withPattern = (pattern: string) => [{ key: 'code', type: 'string', pattern }]

let key: string
beforeEach(async () => {
  key = await keyOf()
})

const part = (schema: unknown) => ({ name: 'schema', value: JSON.stringify(schema) })

describe('an exponential pattern', () => {
  test('refuses the lines of a file that do not match', async () => {
    const { id } = await upload(`code\naaa\n${hostile}\n`, { key, parts: [part(withPattern(exponential))] })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]?.data).toContain(`Ligne 2: /code doit correspondre au format "${exponential}"`)
  })

  test('refuses an editable line that does not match', async () => {
    const { id } = await createEditable(key, { schema: withPattern(exponential) })
    expect((await postLine(id, key, { code: 'aaa' })).status).toBe(201)
    const response = await postLine(id, key, { code: hostile })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('/code doit correspondre au format')
  })
})

describe('a pattern that takes more than linear time', () => {
  const lookahead = withPattern('^(?=.*[0-9]).+$')

  test('is refused when a dataset is created', async () => {
    expect(
      await refusal(await send('/api/v1/datasets', { key, json: { isRest: true, title: 'Codes', schema: lookahead } })),
    ).toEqual([400, 'pattern-unsupported'])
    const { id } = await createEditable(key, { schema: withPattern('^a$') })
    expect(
      await refusal(
        await send('/api/v1/datasets', {
          key,
          json: { isVirtual: true, title: 'V', virtual: { children: [id] }, schema: lookahead },
        }),
      ),
    ).toEqual([400, 'pattern-unsupported'])
  })

  test('is refused with a file', async () => {
    await expect(upload('code\na1\n', { key, parts: [part(lookahead)] })).rejects.toThrow(/400 .*pattern-unsupported/)
  })

  test('is refused when a schema is changed, and the answer names it', async () => {
    const file = await publish('code\na1\n', { key })
    const editable = await createEditable(key, { schema: withPattern('^a$') })
    for (const { id } of [file, editable]) {
      const response = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: lookahead } })
      expect(response.status).toBe(400)
      expect(await json<Record<string, unknown>>(response)).toMatchObject({
        code: 'pattern-unsupported',
        detail: expect.stringContaining('"code" uses (?=…)'),
      })
    }
  })

  /** Stores a pattern as a version of the service would have that took it. */
  async function store(id: string, pattern: string) {
    const statement = env.DB.prepare(
      `update datasets set published = json_set(published, '$.schema[0].pattern', ?2), version = version + 1 where id = ?1`,
    )
    await statement.bind(id, pattern).run()
    forgetDataset(id)
  }

  test('refuses every value of its field when already stored, with the reason', async () => {
    const { id } = await createEditable(key, { schema: [...withPattern('^a$'), { key: 'note', type: 'string' }] })
    await store(id, '^(?=.*[0-9]).+$')
    const response = await postLine(id, key, { code: 'a1' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(
      '/code ne peut pas être vérifié : Le motif du champ \\"code\\" contient (?=…)',
    )
    expect((await postLine(id, key, { note: 'without code' })).status).toBe(201)
  })

  test('puts the next file in error when already stored, until another pattern is set', async () => {
    const { id } = await publish('code\na1\n', { key, parts: [part(withPattern('^a'))] })
    await store(id, '^(?=.*[0-9]).+$')
    await upload('code\na2\n', { key, id })
    expect((await untilSettled(id, key, '?draft=true')).status).toBe('error')
    expect((await journal(id, key))[0]?.data).toContain('Le motif du champ "code" contient (?=…)')
    expect((await lines(id, '', key)).results).toMatchObject([{ code: 'a1' }])
    await ask(`/api/v1/datasets/${id}?draft=true`, { key, method: 'PATCH', json: { schema: withPattern('[0-9]$') } })
    await untilFinalized(id, key, '?draft=true')
  })
})

test('a format of dates made of brackets is refused at once', async () => {
  const schema = [{ key: 'day', type: 'string', format: 'date', dateFormat: '['.repeat(500_000) }]
  const response = await send('/api/v1/datasets', { key, json: { isRest: true, title: 'Days', schema } })
  expect(await refusal(response)).toEqual([400, 'body-invalid'])
})
