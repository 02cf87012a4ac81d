/** PDFs with too many pages. */
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { readDocument } from '../../../worker/formats/documents/read-document'
import { limits } from '../../../worker/limits'

/** A PDF of these objects, the first of which is its catalogue. */
function pdfOf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<</Size ${size}/Root 1 0 R>>`
  return strToU8(`${text}${table}\nstartxref\n${text.length}\n%%EOF`)
}

/** Repetitions of the same page, whose content is `page`. */
function withPages(count: number): Uint8Array {
  const drawn = 'BT /F 9 Tf (page) Tj ET'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${'3 0 R '.repeat(count)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ])
}

const { maxPages, maxPageSteps } = limits.attachments

test.each([
  [maxPages + 1, maxPages],
  [maxPageSteps / 100, 100],
])('of %i pages, %i are read', async (count, read) => {
  const { content } = await readDocument({ name: 'a.pdf', bytes: withPages(count), isLate: async () => false })
  expect(content?.match(/page/g)).toHaveLength(read)
})

test('no page is read after the time limit', async () => {
  const { content } = await readDocument({ name: 'a.pdf', bytes: withPages(2), isLate: async () => true })
  expect(content).toBeUndefined()
})
