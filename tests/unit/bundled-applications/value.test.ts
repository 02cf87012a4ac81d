import { expect, test } from 'vitest'
import { readFields } from '../../../applications/shared/application'
import { formatsOf } from '../../../applications/shared/locale'
import { Value } from '../../../applications/shared/value'

const [file, site] = readFields([
  { key: 'file', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument', 'x-concept': { id: 'attachment' } },
  { key: 'site', type: 'string' },
])
const dataset = { href: 'https://data.example/api/v1/datasets/a' }

test('values are written as on the pages of datasets', () => {
  const [code, size, year, at, tokyo] = readFields([
    { key: 'code_postal', type: 'integer' },
    { key: 'size', type: 'number' },
    { key: 'annee', type: 'integer' },
    { key: 'at', type: 'string', format: 'date-time' },
    { key: 'there', type: 'string', format: 'date-time', timeZone: 'Asia/Tokyo' },
  ])
  const { value } = formatsOf('en', 'en-GB')
  const written = (field: typeof code, one: unknown) => field && value(field, one)
  expect(written(code, 22106)).toBe('22106')
  expect(written(year, 2024)).toBe('2024')
  expect(written(size, 12345.6789)).toBe('12,345.6789')
  expect(written(at, '2024-07-01T08:00:00Z')).toBe('1 Jul 2024, 10:00')
  expect(written(tokyo, '2024-07-01T08:00:00Z')).toBe('1 Jul 2024, 17:00')
})

test.each([
  [file, 'row 1/plan à jour.pdf', `${dataset.href}/attachments/row%201/plan%20%C3%A0%20jour.pdf`, 'plan à jour.pdf'],
  [site, 'https://www.town.example/page', 'https://www.town.example/page', 'town.example'],
])('%j: %s is a link', (field, value, href, text) => {
  if (!field) throw new Error('no field')
  const link = Value({ dataset, field, value, formats: formatsOf('en', 'en-GB') })
  expect(link).toMatchObject({ type: 'a', props: { href, children: text } })
})
