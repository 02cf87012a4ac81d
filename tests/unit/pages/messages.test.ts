import { expect, test } from 'vitest'
import { say } from '../../../worker/pages/messages'

test('no row of a French sentence ends before a double sign or inside of its quotes', () => {
  const title = 'Deux ; mots'
  const said = say('fr', 'deleteConfirm', { title })
  expect(said).toContain(`«\u00a0${title}\u00a0»`)
  expect(say('en', 'deleteConfirm', { title })).not.toContain('\u00a0')
})
