/** Requests to other hosts caused by visitors: failing and hanging ones. */
import { describe, expect, test } from 'vitest'
import { problem, untranslated } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { VisitorFetches } from '../../../worker/net/visitor-fetches'

const { failedMs, maxPerHost, timeoutMs } = limits.net
const address = (name: string) => `https://pictures.example.org/${name}`
const failing = () => Promise.reject(problem('upstream-failed', { host: 'h', reason: untranslated('500') }))
const answering = () => Promise.resolve('answer')

describe('failed requests', () => {
  test('are not repeated before a delay', async () => {
    const fetches = new VisitorFetches()
    let asked = 0
    const ask = (now: number) =>
      fetches.run(
        address('a'),
        () => now,
        () => {
          asked++
          return failing()
        },
      )
    for (const now of [0, 1, failedMs - 1]) await expect(ask(now)).rejects.toMatchObject({ code: 'upstream-failed' })
    expect(asked).toBe(1)
    await expect(ask(failedMs)).rejects.toMatchObject({ code: 'upstream-failed' })
    expect(asked).toBe(2)
    expect(await fetches.run(address('b'), () => 0, answering)).toBe('answer')
  })

  test('caused by the input of a visitor are repeated for others', async () => {
    const fetches = new VisitorFetches()
    const now = () => 0
    await expect(fetches.run(address('a'), now, failing, { remembers: false })).rejects.toThrow()
    expect(await fetches.run(address('a'), now, answering)).toBe('answer')
  })

  test('can be reported by the caller; errors of another kind are not stored', async () => {
    const fetches = new VisitorFetches()
    fetches.fail(address('a'), problem('thumbnail-unknown'), 0)
    await expect(fetches.run(address('a'), () => 1, answering)).rejects.toMatchObject({ code: 'thumbnail-unknown' })
    await expect(
      fetches.run(
        address('b'),
        () => 0,
        () => Promise.reject(new Error('fault')),
      ),
    ).rejects.toThrow('fault')
    expect(await fetches.run(address('b'), () => 0, answering)).toBe('answer')
  })
})

test('the number of pending requests per host is limited, until they end or time out', async () => {
  const fetches = new VisitorFetches()
  const hanging = new Set<() => void>()
  const hang = (name: string) =>
    fetches.run(
      address(name),
      () => 0,
      () => new Promise<string>((resolve) => hanging.add(() => resolve('late'))),
    )
  const waiting = Array.from({ length: maxPerHost }, (_, at) => hang(String(at)))
  const another = (now: number) => fetches.run(address('more'), () => now, answering)
  await expect(another(timeoutMs - 1)).rejects.toMatchObject({ code: 'upstream-busy', status: 503 })
  expect(await fetches.run('https://other.example.org/', () => 0, answering)).toBe('answer')
  expect(await another(timeoutMs)).toBe('answer')
  const [first] = hanging
  first?.()
  await waiting[0]
  expect(await another(1)).toBe('answer')
})
