/** The size of the data of a file, as `storage.indexed` shows it. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { archive, html, withArchive } from '../../support/attachments'
import { publish, untilFinalized } from '../../support/datasets'
import { ask } from '../../support/http'

test.each<[string, string, number]>([
  ['places.csv', 'label,n\naaa,1\nbébé,22\n', 16],
  ['places.csv', '"label";"n";"some"\n"aaa";"1";"x"\n"bébé";"22";\n', 19],
  ['places.json', '[{"label":"aaa","n":1},{"label":"bébé","n":22}]', 16],
])('of %s is that of its values as CSV, whatever its notation: %s', async (fileName, content, size) => {
  const { storage } = await publish(content, { key: await keyOf(), fileName })
  expect(storage).toMatchObject({ indexed: { size, parts: ['lines'] } })
})

test('counts attachments whose content is read', async () => {
  const key = await keyOf()
  const { id, schema, storage } = await publish('file\na.txt\n', { key, parts: withArchive(archive()) })
  const values = 'a.txt\n'.length
  const files = Buffer.byteLength('Le texte du fichier, élan') + Buffer.byteLength(html)
  expect(storage).toMatchObject({ indexed: { size: values + files, parts: ['lines', 'attachments'] } })
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => ({ ...field, 'x-capabilities': { indexAttachment: false } }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields } })
  const unread = await untilFinalized(id, key)
  expect(unread.storage).toMatchObject({ indexed: { size: values, parts: ['lines'] } })
})
