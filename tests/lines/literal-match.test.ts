/** Words as they were typed come before their other forms. */
import { expect, test } from 'vitest'
import type { Field } from '../../worker/schema/field'
import { askFor, publish } from './tables'

test('the exact word comes before its inflections, whatever their frequency', async () => {
  const texts = ['configurations', 'configuration', 'la configuration', 'configuration unique']
  const source = await publish(
    [{ key: 'v', type: 'string' }],
    texts.map((v) => ({ v })),
  )
  const found = await askFor(source, 'v', 'q=configuration')
  expect([found[0], found.at(-1)]).toEqual(['configuration', 'configurations'])
  expect((await askFor(source, 'v', 'q=configurations'))[0]).toBe('configurations')
})

test('the exact word comes first too when values outside of the index are searched', async () => {
  const outside: Field[] = [
    { key: 'k', type: 'string', 'x-capabilities': { text: false, textStandard: false } },
    { key: 'n', type: 'integer' },
    { key: 'v', type: 'string' },
  ]
  const texts = ['configuration', 'configurations', 'tester', 'test', 'chose', 'autre chose', 'rien']
  const source = await publish(
    outside,
    texts.map((v, n) => ({ k: null, n, v })),
  )
  for (const word of ['configurations', 'configuration', 'test', 'tester']) {
    for (const query of [`q=${word}`, `q=${word} 77`, `q=${word}&q_mode=complete`]) {
      expect((await askFor(source, 'v', query))[0], query).toBe(word)
    }
  }
})
