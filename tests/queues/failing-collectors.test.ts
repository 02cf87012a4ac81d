/** The collectors that fail, as operators and organizations see them. */
import { expect, test } from 'vitest'
import { failingCollectors } from '../../worker/administration'
import { problem, untranslated } from '../../worker/errors'
import { systemContext } from '../support/accounts'
import { pendingRun, slice } from '../support/collectors'

test.each([
  [
    'a problem',
    () => problem('collector-data-invalid', { reason: untranslated('HTTP 404') }),
    /read: HTTP 404/,
    /lue : HTTP 404/,
  ],
  ['another error', () => new Error('on fire'), /^on fire$/, /^on fire$/],
])('are listed with the reason of their last failure: %s', async (_, failure, english, french) => {
  const { ctx, message } = await pendingRun(async () => Promise.reject(failure()))
  expect((await slice(ctx, message)).status).toBe('error')
  const messageIn = async (language: 'en' | 'fr') =>
    (await failingCollectors({ ...systemContext(), language })).map((one) => one.message)
  expect(await messageIn('en')).toEqual([expect.stringMatching(english)])
  expect(await messageIn('fr')).toEqual([expect.stringMatching(french)])
})
