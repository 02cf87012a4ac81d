import { expect, test } from 'vitest'
import { readFields } from '../../../applications/shared/application'
import { formatsOf } from '../../../applications/shared/locale'
import { Value } from '../../../applications/shared/value'

const [file, site] = readFields([
  { key: 'file', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument', 'x-concept': { id: 'attachment' } },
  { key: 'site', type: 'string' },
])
const dataset = { href: 'https://data.example/api/v1/datasets/a' }

test.each([
  [file, 'row 1/plan à jour.pdf', `${dataset.href}/attachments/row%201/plan%20%C3%A0%20jour.pdf`, 'plan à jour.pdf'],
  [site, 'https://www.town.example/page', 'https://www.town.example/page', 'town.example'],
])('%j: %s is a link', (field, value, href, text) => {
  if (!field) throw new Error('no field')
  const link = Value({ dataset, field, value, formats: formatsOf('en', 'en-GB') })
  expect(link).toMatchObject({ type: 'a', props: { href, children: text } })
})
