import { expect, test } from 'vitest'
import { type Status, type StatusEvent, statusAfter } from '../../../worker/applications/status'

test.each<[Status, boolean, StatusEvent, Status]>([
  ['created', true, 'configure', 'configured'],
  ['configured-draft', true, 'configure', 'configured'],
  ['error', true, 'configure', 'configured'],
  ['created', false, 'draft', 'configured-draft'],
  ['configured', true, 'draft', 'configured-draft'],
  ['error', true, 'draft', 'configured-draft'],
  ['configured-draft', true, 'cancel', 'configured'],
  ['configured-draft', false, 'cancel', 'created'],
  ['error', true, 'cancel', 'error'],
  ['created', false, 'cancel', 'created'],
  ['configured', true, 'fail', 'error'],
  ['configured-draft', true, 'fail', 'error'],
  ['created', false, 'fail', 'created'],
  ['configured-draft', false, 'fail', 'configured-draft'],
])('%s (configured: %s), %s: %s', (status, isConfigured, happening, expected) => {
  expect(statusAfter(happening, { status, isConfigured })).toBe(expected)
})
