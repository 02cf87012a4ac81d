import { expect, test } from 'vitest'
import { nearWords } from '../../../worker/pages/catalogue/near-words'

const titles = [
  'subventions aux associations',
  'comptages des velos',
  'colleges publics 2024',
  'libraries v1',
  'air quality',
  'hopitaux et cliniques',
]

test.each([
  ['subvensions', 'subventions'],
  ['colege', 'college'],
  ['collges', 'colleges'],
  ['comptgaes velos', 'comptages velos'],
  ['associtaions', 'associations'],
  ['library', 'libraries'],
  ['libary', 'libraries'],
  ['hopital', 'hopitaux'],
  ['cliniques', undefined],
  ['air-quality', 'air quality'],
  ['air-xyz', undefined],
  ['college', undefined],
  ['xyz', undefined],
  ['completement autre', undefined],
  ['', undefined],
])('%s is near %s', (query, near) => {
  expect(nearWords(query, titles)).toBe(near)
})
