/** Requests with more files than the one that they may have. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, publish, read } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { multipart, refusal, send } from '../../support/http'

const two = multipart([
  { name: 'attachment', value: 'first', fileName: 'a.txt' },
  { name: 'attachment', value: 'second', fileName: 'b.txt' },
])

test('a line with two attachments is refused, and not stored', async () => {
  const key = await keyOf()
  const schema = [{ key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' }]
  const { id } = await createEditable(key, { schema })
  const response = await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', ...two })
  expect(await refusal(response)).toEqual([400, 'body-invalid'])
  expect((await lines(id, '', key)).total).toBe(0)
})

test('two attachments of a description are refused', async () => {
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  const response = await send(`/api/v1/datasets/${id}/metadata-attachments`, { key, method: 'POST', ...two })
  expect(await refusal(response)).toEqual([400, 'body-invalid'])
  expect(await read(id, key)).not.toHaveProperty('attachments')
})
