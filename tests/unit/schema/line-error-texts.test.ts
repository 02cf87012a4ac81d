import { expect, test } from 'vitest'
import {
  type LineRule,
  ruleOf,
  ruleSentence,
  splitReasons,
  splitValue,
  withValue,
} from '../../../worker/schema/line-error-texts'

const cases: readonly [LineRule, Record<string, string | number>, string][] = [
  ['required', { column: 'name' }, 'requiert la propriété name (name)'],
  ['required', { column: 'a) (a' }, 'requiert la propriété a) (a (a) (a)'],
  ['maximum', { limit: 5 }, 'doit être <= 5 (comparison=<=, limit=5)'],
  ['maxLength', { count: 1 }, 'ne doit pas dépasser 1 caractère (1)'],
  ['maxLength', { count: 2 }, 'ne doit pas dépasser 2 caractères (2)'],
  ['idLength', { count: 200 }, 'doit avoir de 1 à 200 caractères'],
  ['format', { format: '^[a-z]+$' }, 'doit correspondre au format "^[a-z]+$" (^[a-z]+$)'],
  ['uniquePair', { columns: 'a + b' }, 'Doublon détecté : le couple (a + b) doit être unique.'],
  ['changed', {}, 'la ligne a été modifiée entre-temps'],
]

test.each(cases)('%s with %j is written and recognized', (rule, values, sentence) => {
  expect(ruleSentence(rule, values)).toBe(sentence)
  const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  expect(ruleOf(sentence)).toEqual({ rule, values: texts })
})

test.each(['', 'a text of the publisher', 'requiert la propriété a (b)', 'doit être <= 5 (comparison=<=, limit=6)'])(
  '"%s" is no sentence of a rule',
  (text) => {
    expect(ruleOf(text)).toBeUndefined()
  },
)

test('the reasons of a line are separated, and their values too', () => {
  const [first, second] = [
    withValue('/a doit être de type integer', '"x, y"'),
    ruleSentence('required', { column: 'b' }),
  ]
  expect(splitReasons(`${first}, ${second}`)).toEqual([first, second])
  expect(splitValue(first)).toEqual({ text: '/a doit être de type integer', value: '"x, y"' })
  expect(splitValue(second)).toEqual({ text: second })
})
