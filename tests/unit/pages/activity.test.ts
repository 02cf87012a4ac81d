import { expect, test } from 'vitest'
import { auditedActions } from '../../../worker/accounts/audited-actions'
import { activity } from '../../../worker/pages/messages/activity'

test('the activity has a text for every action of the audit log, and for no other', () => {
  const written = Object.keys(activity).flatMap((key) => (key.startsWith('activity:') ? key.slice(9) : []))
  expect(written.toSorted()).toEqual([...auditedActions].toSorted())
})
