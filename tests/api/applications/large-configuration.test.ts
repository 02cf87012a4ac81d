import { expect, test } from 'vitest'
import { keyFor, makeApplication, path, registerBefore } from '../../support/applications'
import { refusal, send } from '../../support/http'

registerBefore()

test('a configuration and its draft of nearly a megabyte are stored together; a larger one is refused', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  const put = (name: string, chars: number) =>
    send(`${path}/${id}/${name}`, { key, method: 'PUT', json: { text: 'x'.repeat(chars) } })
  expect((await put('configuration', 990_000)).status).toBe(200)
  expect((await put('configuration-draft', 990_000)).status).toBe(200)
  expect(await refusal(await put('configuration', 2_000_000))).toEqual([413, 'body-too-large'])
})
