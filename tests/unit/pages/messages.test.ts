import { expect, test } from 'vitest'
import { say } from '../../../worker/pages/messages'

test('a French text has non-breaking spaces inside its quotes', () => {
  const title = 'Deux ; mots'
  const said = say('fr', 'deleteConfirm', { title })
  expect(said).toContain(`«\u00a0${title}\u00a0»`)
  expect(say('en', 'deleteConfirm', { title })).not.toContain('\u00a0')
})
