/** The texts of errors in pages, where they differ from those of the API. */
import { expect, test } from 'vitest'
import { problem } from '../../../worker/errors'
import { printedText, problemText, refusalText, sentenceText } from '../../../worker/pages/problem-text'

const unsupported = problem('file-type-unsupported', { type: 'md', accepted: 'csv, xlsx' })

test('a sentence of the journal begins with a capital, a name does not', () => {
  expect(sentenceText("enrichissement obligatoire en échec (prix) : l'API", 'fr')).toBe(
    'Enrichissement obligatoire en échec (prix)\u00a0: l’API',
  )
  expect(sentenceText('[noretry] erreur de validation', 'fr')).toBe('Erreur de validation')
  expect(sentenceText('data.example.org did not respond as expected.', 'en')).toMatch(/^data/)
})

test('a problem has the words of pages, and none of the API', () => {
  expect(problemText(problem('dataset-not-found'), 'fr')).toBe('Jeu de données introuvable.')
  expect(problemText(problem('super-admin-only'), 'en')).toBe('Reserved to super-administrators.')
  expect(problemText(problem('super-admin-only'), 'fr')).toBe('Réservé aux super-administrateurs.')
  expect(problemText(unsupported, 'en')).toMatch(/^Files of type \.md are not supported\. Send a CSV/)
  expect(problemText(unsupported, 'fr')).toMatch(/^Les fichiers \.md ne sont pas pris en charge\. Envoyez un CSV/)
})

test.each([
  ['file-type-unsupported', 'md type is not supported. Supported: csv, xlsx.', 'Files of type .md are not supported. '],
  [
    'file-type-unsupported',
    'Type de fichier non pris en charge (md type is not supported). Pris en charge : csv, xlsx.',
    'Les fichiers .md ne sont pas pris en charge. ',
  ],
  [
    'description-id-invalid',
    'La description doit avoir "x-api-id" dans "info", un identifiant de 8 à 64 caractères parmi a-z, 0-9, "-", ":" et "." ; elle a "". Sans lui, envoyez "apiId".',
    'La description n’identifie pas l’API. Remplissez «\u202fIdentifiant de l’API\u202f».',
  ],
  [
    'description-id-invalid',
    'The description needs "x-api-id" in its "info", an identifier of 8 to 64 characters of a-z, 0-9, "-", ":" and "."; it has "a b". Without one, send "apiId".',
    'The identifier of the API, “a b”, is not valid',
  ],
  ['quota-storage', "d'un autre texte", 'd’un autre texte'],
  [
    'remote-service-failed',
    'Le service distant "altitude" n\'a pas répondu comme prévu : HTTP 500. Réessayez plus tard.',
    'Le service distant «\u202faltitude\u202f» n’a pas répondu comme prévu\u00a0: HTTP 500.',
  ],
  ['file-type-unsupported', "d'un autre texte", 'd’un autre texte'],
])('the refusal %s: %s', (code, detail, text) => {
  expect(refusalText(code, detail)).toContain(text)
})

test('quotes are those of the language', () => {
  expect(printedText(`the value's "n.c."`, 'en')).toBe('the value’s “n.c.”')
  expect(printedText(`la valeur "n.c." d'ici`, 'fr')).toBe('la valeur «\u202fn.c.\u202f» d’ici')
})

test('numbers of French errors have a decimal comma', () => {
  const light = problem('colour-too-light', { color: '#63cfb4', contrast: 1.8, min: 5 })
  expect(problemText(light, 'fr')).toContain('un contraste de 1,8 avec')
  expect(problemText(light, 'en')).toContain('a contrast of 1.8 with')
})
