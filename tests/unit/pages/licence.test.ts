/** The licence that is typed in a form. */
import { expect, test } from 'vitest'
import { patchOf } from '../../../worker/pages/edit-dataset/form-patch'

const licences = [
  { title: 'Licence Ouverte 2.0', href: 'https://etalab.example/2' },
  { title: 'Licence Ouverte / Open Licence', href: 'https://etalab.example/1' },
  { title: 'CC BY 4.0', href: 'https://cc.example/by' },
]

test.each([
  ['CC BY 4.0', { title: 'CC BY 4.0', href: 'https://cc.example/by' }],
  ['licence ouverte', { title: 'Licence Ouverte 2.0', href: 'https://etalab.example/2' }],
  ['Licence Ouverte / Open Licence', { title: 'Licence Ouverte / Open Licence', href: 'https://etalab.example/1' }],
  ['CC', { title: 'CC', href: '' }],
  ['Own terms', { title: 'Own terms', href: '' }],
  ['', null],
])('%s', (title, licence) => {
  const form = new URLSearchParams({ 'licence-title': title, 'licence-href': '' })
  expect(patchOf(form, { topics: [], licences }).license).toEqual(licence)
})
