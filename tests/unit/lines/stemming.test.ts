import { describe, expect, test } from 'vitest'
import { foldWord } from '../../../worker/lines/search/spellings'
import { inflections, stem } from '../../../worker/lines/search/stemming'
import { isStopWord } from '../../../worker/lines/search/stop-words'
import { parseSearch } from '../../../worker/lines/search/syntax'
import { elided, tokens } from '../../../worker/lines/search/tokens'
import { fold, foldDepth } from '../../../worker/lines/storage/fold-for-sorting'

/** Whether a search of one word matches a text that contains only the other. */
function finds(typed: string, written: string): boolean {
  return inflections(typed).includes(foldWord(written))
}

describe('a word', () => {
  test.each([
    ['lactée', 'lacté'],
    ['lacté', 'lactée'],
    ['tester', 'test'],
    ['test', 'tester'],
    ['configurations', 'configuration'],
    ['chevaux', 'cheval'],
    ['cheval', 'chevaux'],
    ['bateaux', 'bateau'],
    ['grandes', 'grand'],
    ['grande', 'grand'],
    ['boulangers', 'boulangerie'],
    ['parking', 'park'],
    ['chats', 'chat'],
    ['rue', 'rues'],
    ['rues', 'rue'],
    ['port', 'ports'],
    ['portes', 'porte'],
    ['journaux', 'journal'],
    ['internationale', 'international'],
    ['prix', 'prix'],
    ['éducatif', 'éducatives'],
  ])('%s finds %s', (typed, written) => {
    expect(finds(typed, written)).toBe(true)
  })

  test.each([
    ['port', 'Portugal'],
    ['port', 'portrait'],
    ['comm', 'commune'],
    ['ville', 'village'],
    ['rue', 'ruelle'],
    ['84500', '845001'],
    ['mot1', 'mot12'],
  ])('%s does not find %s', (typed, written) => {
    expect(finds(typed, written)).toBe(false)
  })

  test('has the stem of each of its inflections', () => {
    for (const word of 'analyse population transport école eaux national mot1 os rue Ville été œuvre'.split(' ')) {
      expect(inflections(word)).toContain(foldWord(word))
      for (const form of inflections(word)) expect([form, stem(form)]).toEqual([form, stem(word)])
    }
  })

  test('loses an elided article', () => {
    expect(["l'eau", 'qu’elle', "Jusqu'ici", "aujourd'hui"].map(elided)).toEqual(['eau', 'elle', 'ici', "aujourd'hui"])
  })

  test('that is a stop word', () => {
    expect(['les', 'Même', 'été'].map(isStopWord)).toEqual([true, true, true])
    expect(['rue', 'lac'].map(isStopWord)).toEqual([false, false])
  })
})

test('words are runs of letters and digits of any script', () => {
  expect(tokens('Saint-Étienne, 42! 日本 a_b')).toEqual(['Saint', 'Étienne', '42', '日本', 'a', 'b'])
})

const word = (text: string, last = false, prefix = false) => ({ is: 'word', text, prefix, last })

describe('the syntax', () => {
  test.each([
    ['a b', { is: 'or', of: [word('a'), word('b', true)] }],
    ['a + b', { is: 'and', of: [word('a'), word('b', true)] }],
    ['+a b', { is: 'or', of: [word('a'), word('b', true)] }],
    ['a -b', { is: 'and', of: [word('a'), { is: 'not', of: word('b', true) }] }],
    ['"a b" c*', { is: 'or', of: [{ is: 'phrase', text: 'a b', slop: 0 }, word('c', true, true)] }],
    ['a + (b | c)', { is: 'and', of: [word('a'), { is: 'or', of: [word('b'), word('c')] }] }],
    ['a~2 "b c"~3', { is: 'or', of: [word('a'), { is: 'phrase', text: 'b c', slop: 3 }] }],
    [
      'arbre~1 chat~0 bus~',
      { is: 'or', of: [{ ...word('arbre'), fuzzy: true }, word('chat'), { ...word('bus', true), fuzzy: true }] },
    ],
    ['"a', word('a', true)],
    ['a-b', word('a-b', true)],
    ['+ | ( )', undefined],
  ])('of %s', (text, expected) => {
    expect(parseSearch(text, 'or')).toEqual(expected)
  })
})

test('folding removes case and accents', () => {
  expect(['Éric', 'ÇA', 'œuvre', 'Straße', 'e\u0301', '日本', 'ŁÓDŹ'.toLowerCase()].map(fold)).toEqual([
    ...['eric', 'ca', 'oeuvre', 'strasse', 'e', '日本', 'lodz'],
  ])
  expect(foldDepth).toBeLessThanOrEqual(80)
})
