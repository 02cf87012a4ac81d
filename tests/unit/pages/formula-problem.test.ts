/** Why a formula has no value, in the words of the page. */
import { expect, test } from 'vitest'
import { formulaProblem } from '../../../worker/pages/extensions/formula-problem'
import { say } from '../../../worker/pages/messages'

const keys = ['montant_ht', 'nom', 'date_vote', 'annee']
const unknown = (name: string) => ({
  en: `undefined variable: ${name}`,
  fr: `${name} n'existe pas (undefined variable: ${name})`,
})
const problemOf = (failures: ({ en: string; fr: string } | undefined)[], language: 'en' | 'fr') =>
  formulaProblem(
    { language, say: (key, values) => say(language, key, values) },
    { lines: failures.map((failure) => (failure ? { values: {}, failure } : { values: {} })) },
    keys,
  )

test.each([
  ['montant', 'montant_ht'],
  ['Nom', 'nom'],
  ['dateVote', 'date_vote'],
  ['date_votte', 'date_vote'],
  ['année', 'annee'],
])('the key near %s is %s', (name, key) => {
  expect(problemOf([unknown(name)], 'en')).toBe(`There is no column “${name}”. Did you mean ${key}?`)
})

test('a name without a key near it, in the language of the reader', () => {
  expect(problemOf([unknown('xyz')], 'fr')).toMatch(/^La colonne «.xyz.» n’existe pas\.$/)
})

test('a reason of all rows, of one of them, and none', () => {
  const reason = { en: '"a" is not a number', fr: '"a" n\'est pas un nombre' }
  expect(problemOf([reason, reason], 'en')).toBe('The formula has no result: "a" is not a number.')
  expect(problemOf([undefined, reason], 'en')).toBe('The formula has no result in row 2: "a" is not a number.')
  expect(problemOf([undefined], 'en')).toBeUndefined()
})
