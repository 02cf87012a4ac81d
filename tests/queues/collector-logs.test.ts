/** Logs of collectors. */
import { expect, test } from 'vitest'
import { problem } from '../../worker/errors'
import { keyOf, town } from '../support/accounts'
import { pendingRun, type RunDocument, slice } from '../support/collectors'
import { ask } from '../support/http'

test('the log of a run is in the language of each reader, also those of former versions', async () => {
  const { ctx, message } = await pendingRun(async ({ log }) => {
    await log.step({ en: 'One', fr: 'Un' })
    await log.task({ en: 'lines', fr: 'lignes' })
    await log.progress({ en: 'lines', fr: 'lignes' }, 5)
    await log.info('Words of a plugin')
    throw problem('collector-dataset-missing')
  })
  const { run } = message
  await slice(ctx, message)
  const reader = await keyOf(town)
  const messages = async (language: string) => {
    const headers = { 'accept-language': language }
    const { log } = await ask<RunDocument>(`/api/v1/collector-runs/${run}`, { key: reader, headers })
    return log.map(({ msg }) => msg)
  }
  expect(await messages('fr')).toEqual(['Un', 'lignes', 'Words of a plugin', expect.stringMatching('^Choisissez')])
  expect(await messages('en')).toEqual(['One', 'lines', 'Words of a plugin', expect.stringMatching('^Choose')])
})
