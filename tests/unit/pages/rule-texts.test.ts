import { expect, test } from 'vitest'
import { refusalsByField } from '../../../worker/pages/edit-rows/values'
import { type MessageKey, say } from '../../../worker/pages/messages'
import type { Field } from '../../../worker/schema/field'

const english = { say: (key: MessageKey, values?: Record<string, string | number>) => say('en', key, values) }
const fields = ['age', 'name'].map((key) => ({ key, type: 'string' }) as Field) // the rest is not read

test.each([
  ['/age doit être >= 0 (comparison=>=, limit=0) (valeur : -1)', 'age', 'Must be at least 0 (value: -1)'],
  ['/age doit être de type integer (valeur : "x")', 'age', 'Must be a whole number (value: “x”)'],
  ['requiert la propriété name (name)', 'name', 'Required'],
  ['/name ne doit pas dépasser 1 caractère (1) (valeur : "ab")', 'name', 'Must have at most 1 character (value: “ab”)'],
  [
    '/name doit être égal à la constante (a) (valeur : 1), /name doit correspondre à exactement un schéma de "oneOf" (valeur : 1)',
    'name',
    'Must be one of the allowed values (value: 1)',
  ],
  ['Doublon détecté : le couple (age + name) doit être unique.', '', 'Duplicate: age + name must be unique'],
  ['/name a text of the publisher (valeur : 1)', 'name', 'a text of the publisher (value: 1)'],
])('%s', (detail, key, text) => {
  expect([...refusalsByField(english, detail, fields)]).toEqual([[key, text]])
})
