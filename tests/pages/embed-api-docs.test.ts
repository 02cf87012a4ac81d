/** The API of a dataset in a frame of another site. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { open, publish } from '../support/datasets'
import { send } from '../support/http'
import { page } from './support'

test('any site may frame the documentation of a public dataset, whose requests have no session', async () => {
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  const path = `/embed/dataset/${id}/api-docs`
  expect((await page(path, { key })).status).toBe(403)
  await open(id, key)
  const answer = await send(path)
  expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors *')
  const html = await answer.text()
  expect(html).toContain('data-anonymous="true"')
  expect(html).toContain(`/api/v1/datasets/${id}/api-docs.json`)
  const viewer = await send(`/openapi-viewer/?urlType=dataset&id=${id}`)
  expect(new URL(viewer.headers.get('location') ?? '', 'https://data.example.org').pathname).toBe(path)
  expect((await send(`/dataset/${id}/api-docs`)).headers.get('content-security-policy')).toContain(
    "frame-ancestors 'none'",
  )
})
