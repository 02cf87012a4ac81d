/** A short, fixed part of `npm run fuzz`. */
import { expect, test, vi } from 'vitest'
import { fuzz } from '../fuzz/fuzz.mjs'

// It starts a server of its own: inputs delete and rename what they can reach.
vi.setConfig({ testTimeout: 300_000 })

test('hostile values cause no server error', async () => {
  const printed: string[] = []
  const { sent, failures } = await fuzz({ seed: 1, count: 500, print: (text) => void printed.push(text) })
  expect(failures, printed.join('\n')).toEqual([])
  expect(sent).toBe(500)
})
