/** The licence that is typed in a form. */
import { expect, test } from 'vitest'
import { licencesIn } from '../../../worker/pages/edit-dataset/account-choices'
import { patchOf } from '../../../worker/pages/edit-dataset/form-patch'

const licences = [
  { title: 'Licence Ouverte 2.0', href: 'https://etalab.example/2' },
  { title: 'CC BY 4.0', href: 'https://cc.example/by' },
]
const otherLicences = [{ title: 'Licence Ouverte / Open Licence', href: 'https://etalab.example/1' }]

test.each([
  ['CC BY 4.0', { title: 'CC BY 4.0', href: 'https://cc.example/by' }],
  ['licence ouverte', { title: 'Licence Ouverte 2.0', href: 'https://etalab.example/2' }],
  ['Licence Ouverte / Open Licence', { title: 'Licence Ouverte / Open Licence', href: 'https://etalab.example/1' }],
  ['CC', { title: 'CC', href: '' }],
  ['Own terms', { title: 'Own terms', href: '' }],
  ['', null],
])('%s', (title, licence) => {
  const form = new URLSearchParams({ 'licence-title': title, 'licence-href': '' })
  expect(patchOf(form, { topics: [], licences, otherLicences }).license).toEqual(licence)
})

test('each licence is offered once, under one name', () => {
  const families = licencesIn('en').map(({ title }) => title.replace(/ v?[\d.]+$/, ''))
  expect(families).toEqual([...new Set(families)])
  expect(families).toEqual([
    'Open Government Licence',
    'Licence Ouverte',
    'ODbL',
    'CC BY',
    'CC BY-SA',
    'CC0',
    'ODC-BY',
    'PDDL',
  ])
  expect(licencesIn('fr').at(-1)?.href).toBe(licencesIn('en')[0]?.href)
})
