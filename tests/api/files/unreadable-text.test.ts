/** Files that are called text and are not. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, publish, untilSettled, upload } from '../../support/datasets'
import { seeded } from '../../support/random'

const utf32 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(4 * text.length + 4))
  for (const [at, sign] of [...`\ufeff${text}`].entries()) view.setUint32(4 * at, sign.codePointAt(0) ?? 0, isLittle)
  return new Uint8Array(view.buffer)
}
const chance = seeded(3)
const noise = Uint8Array.from({ length: 5_000 }, () => Math.floor(chance.next() * 256))

test.each([
  ['file-utf32', utf32('a,b\n1,2\n', true)],
  ['file-utf32', utf32('a,b\n1,2\n', false)],
  ['file-binary', noise],
  ['file-binary', Uint8Array.from({ length: 500 }, (_, at) => at % 8)],
])('%s', async (code, bytes) => {
  const key = await keyOf()
  const { id } = await upload(bytes, { key, fileName: 'data.csv' })
  expect((await untilSettled(id, key)).status).toBe('error')
  expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code })
})

test.each([
  ['json', 'GeoJSON', '{"type": "FeatureCollection", "features": []}'],
  ['json', 'NDJSON', '{"a": 1}\n{"a": 2}\n'],
  ['csv', 'NDJSON', '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'],
  ['csv', 'JSON', '[{"a":1},\n {"a":2}]'],
  ['csv', 'JSON', '{"a":1}'],
  ['csv', 'GeoJSON', '{"type": "FeatureCollection", "features": []}'],
  ['csv', 'XML', '<?xml version="1.0"?>\n<rows><row a="1"/></rows>\n'],
])('a file .%s that holds %s is refused with its format: %s', async (extension, found, text) => {
  const key = await keyOf()
  const { id } = await upload(text, { key, fileName: `data.${extension}` })
  expect((await untilSettled(id, key)).status).toBe('error')
  expect((await journal(id, key))[0]).toMatchObject({ code: 'file-other-kind', data: expect.stringContaining(found) })
})

test('a file of MS-DOS keeps its letters', async () => {
  const key = await keyOf()
  const bytes = Uint8Array.from([
    ...Buffer.from('nom;n\nOrl'),
    0x82,
    ...Buffer.from('ans;1\nlyc'),
    0x82,
    ...Buffer.from('e;2\n'),
  ])
  const { id, file } = await publish(bytes, { key, fileName: 'dos.csv' })
  expect(file?.encoding).toBe('IBM850')
  expect((await lines(id, 'sort=_i', key)).results.map(({ nom }) => nom)).toEqual(['Orléans', 'lycée'])
})

test.each([
  ['UTF-16', Uint8Array.from(Buffer.from('\ufeffnom,n\nélan,1\n', 'utf16le'))],
  ['one control character', Buffer.from('a,b\n\u0001x,2\n3,4\n')],
  ['an end of file', Buffer.from('nom,n\nélan,1\n\u001a')],
  ['control characters in few cells', Buffer.from('nom,n\nélan\u0002 et un texte plus long que les autres,1\n')],
])('%s in text is read', async (_, bytes) => {
  const key = await keyOf()
  expect((await publish(new Uint8Array(bytes), { key, fileName: 'data.csv' })).status).toBe('finalized')
})
