import { expect, test } from 'vitest'
import { adviceOn } from '../../../worker/http/query-advice'

const about = (path: string, language: 'en' | 'fr' = 'en') =>
  adviceOn(new URL(`https://data.example.org/api/v1/datasets/x/${path}`), language)

test.each([
  ['lines', ['count=false', 'select', 'Filter'], ['size', 'after', 'agg_size']],
  ['lines?count=false&select=a&a_eq=1', [], ['count', 'select', 'size', 'after', 'Filter', 'agg_size']],
  ['lines?count=false&select=a&q=x&size=1000&page=9', ['smaller size', 'after'], ['count=false', 'Filter']],
  ['lines?count=false&select=a&qs=x&size=100&after=9&page=2', [], ['size', 'after']],
  ['values_agg?field=a&agg_size=500', ['agg_size', 'Filter'], ['count=false', 'select']],
  ['compat-ods/records', ['count=false'], ['agg_size']],
])('advice on %s', (path, said, unsaid) => {
  const advice = about(path)
  for (const words of said) expect(advice).toContain(words)
  for (const words of unsaid) expect(advice).not.toContain(words)
})

test('is available in French', () => {
  expect(about('lines', 'fr')).toContain("Ajoutez count=false si le nombre total n'est pas utile.")
})
