/** Messages of the sign-in library are single lines of JSON in the log. */
import { afterEach, expect, test, vi } from 'vitest'
import { origin, send } from '../support/http'

afterEach(() => vi.restoreAllMocks())

test('a refused address with line breaks is one line of the log', async () => {
  const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  const callbackURL = 'https://elsewhere.example\n{"level":"info","message":"forged"}'
  const answer = await send('/api/auth/sign-in/email', { json: { callbackURL }, headers: { origin } })
  expect(answer.status).toBe(403)
  const lines = spies.flatMap((spy) => spy.mock.calls.map(([line]) => String(line)))
  expect(lines.filter((line) => line.includes('forged'))).toHaveLength(1)
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
})
