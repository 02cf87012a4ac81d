/** Invalid lines accepted with a warning. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { bulk, createEditable, getLine, postLine } from '../../support/editable'
import { json } from '../../support/http'

test('an invalid line is stored unchanged, with a warning', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { nonBlockingValidation: true })
  const message = '/age doit être de type integer (valeur : "x")'
  const response = await postLine(id, key, { _id: 'a', species: 'oak', age: 'x' })
  expect(response.status).toBe(200)
  expect(await json(response)).toMatchObject({ age: 'x', _warning: message })
  expect(await json(await getLine(id, key, 'a'))).toMatchObject({ species: 'oak', age: 'x' })
  const { status, summary } = await bulk(id, key, [
    { _id: 'b', age: 'y' },
    { _id: 'c', age: 3 },
  ])
  expect(status).toBe(200)
  expect(summary).toMatchObject({ nbOk: 2, nbErrors: 0, nbWarnings: 1, warnings: [{ line: 0 }] })
  expect((await lines(id, 'age_gte=1', key)).results.map(({ _id }) => _id)).toEqual(['c'])
  expect((await lines(id, '', key)).total).toBe(3)
})
