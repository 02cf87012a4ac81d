/** The next step after a failure: another attempt where it may succeed, another file where the file is at fault. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { keyOf, type SignedIn, signedIn, town } from '../support/accounts'
import { operator } from '../support/applications'
import { post, untilFinalized, untilSettled, upload } from '../support/datasets'
import { multipart, origin, send } from '../support/http'
import { page, submit } from './support'

let publisher: SignedIn
let reader: SignedIn
beforeEach(async () => {
  publisher = await signedIn('ann', [{ organization: town.id, role: 'admin' }])
  reader = await signedIn('eve', [{ organization: town.id, role: 'user' }])
})

const shown = async (id: string, { as }: SignedIn) =>
  (await page(`/dataset/${id}`, { headers: { ...as(town.id), accept: 'text/html' } })).html

async function failed(csv: string): Promise<string> {
  const key = await keyOf()
  const { id } = await upload(csv, { key })
  await untilSettled(id, key)
  return id
}

/** Another failure in place of that of the dataset. */
const failedBy = (code: string, params: object) =>
  env.DB.prepare("update journal set problem = ?1 where type = 'error'").bind(JSON.stringify({ code, params })).run()

test('a file that cannot be read is to be replaced', async () => {
  const id = await failed('a,a\n1,2\n')
  const html = await shown(id, publisher)
  expect(html).toMatch(/role="alert"[\s\S]*Several columns of the file[\s\S]*\/replace">Replace the file</)
  expect(html).not.toContain('Try again')
  expect(html).not.toContain('Create a visualization')
  const errors = await page('/admin/errors', { headers: await operator() })
  expect(errors.html).toContain('Several columns of the file')
  expect(errors.html).not.toContain('Try again')
})

test('a failed file that was never published has its own label for operators, and a link to where it is discarded', async () => {
  const key = await keyOf()
  const { id } = await upload('a,a\n1,2\n', { key, query: '?draft=true' })
  await untilSettled(id, key, '?draft=true')
  const headers = await operator()
  const { html } = await page('/admin/errors', { headers })
  expect(html).toContain('File never published')
  expect(html).toMatch(new RegExp(`href="[^"]*/dataset/${id}/review" aria-label="Discard: [^"]+">Discard<`))
  expect((await page(`/dataset/${id}/review`, { headers })).html).toContain('value="cancel"')
  const status = (await page('/admin', { headers })).html
  expect(status).toContain('1 failed file never published')
  expect(status).not.toContain('dataset in error')
})

test('a failure of the platform is tried again, by who may change the dataset', async () => {
  const id = await failed('a,a\n1,2\n')
  await failedBy('processing-failed', { attempts: 5, reference: 'r1' })
  const html = await shown(id, publisher)
  expect(html).toMatch(/role="alert"[\s\S]*internal error[\s\S]*\/retry"[\s\S]*Try again/)
  expect((await page('/admin/errors', { headers: await operator() })).html).toContain('Try again')
  expect(await shown(id, reader)).not.toContain('Try again')
  const refused = await submit(`/dataset/${id}/retry`, {}, { headers: reader.as(town.id) })
  expect(refused.status).toBe(403)
  const retried = await submit(`/dataset/${id}/retry`, {}, { headers: publisher.as(town.id) })
  expect([retried.status, retried.headers.get('location')]).toEqual([303, expect.stringMatching(`/dataset/${id}$`)])
  expect(await untilSettled(id, await keyOf())).toMatchObject({ status: 'error' })
})

test('refusals are in the words of pages', async () => {
  const headers = { ...publisher.as(town.id), accept: 'text/html', 'accept-language': 'fr' }
  const refused = await page('/admin', { headers })
  expect([refused.status, refused.html]).toEqual([
    403,
    expect.stringContaining('<p>Réservé aux super-administrateurs.'),
  ])
  const { body, headers: type } = multipart([{ name: 'file', fileName: 'notes.md', value: '# Notes' }])
  const sent = await send('/publish', { body, headers: { ...headers, origin, ...type } })
  expect([sent.status, await sent.text()]).toEqual([
    400,
    expect.stringContaining('Les fichiers .md ne sont pas pris en charge. Envoyez un CSV'),
  ])
})

test('a workbook that is none is said to be none', async () => {
  const key = await keyOf()
  const { id } = await upload('\u0001\u0002', { key, query: '?draft=true', fileName: 'book.xlsx' })
  await untilSettled(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key, headers: { 'accept-language': 'fr' } })
  expect(html).toContain('du texte ou des données inconnues, pas un classeur Excel.')
})

test('a damaged workbook is not offered to be read in another way', async () => {
  const key = await keyOf()
  const whole = new Uint8Array(xlsx([{ name: 'One', rows: [['a'], ['1']] }]))
  const { id } = await upload(whole.slice(0, -30), { key, query: '?draft=true', fileName: 'book.xlsx' })
  await untilSettled(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('This workbook is damaged')
  expect(html).not.toContain('Another sheet or header row?')
})

test('the page of a dataset says why a new file failed, to those who may replace it', async () => {
  const key = await keyOf()
  const { id } = await upload('a\n1\n', { key })
  await untilFinalized(id, key)
  await post('a,a\n1,2\n', { key, id, query: '?draft=true' })
  await untilSettled(id, key, '?draft=true')
  expect(await shown(id, publisher)).toMatch(/role="status"[\s\S]*Several columns of the file[\s\S]*\/review"/)
  expect(await shown(id, reader)).not.toContain('Several columns of the file')
})

test('a dataset without a failure has neither', async () => {
  const key = await keyOf()
  const { id } = await upload('a\n1\n', { key })
  await untilFinalized(id, key)
  expect(await shown(id, publisher)).not.toMatch(/role="alert"|\/retry"/)
})
