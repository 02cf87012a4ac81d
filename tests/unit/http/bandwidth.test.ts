/** The bandwidth of responses, by their path. */
import { expect, test } from 'vitest'
import { bandwidthOf } from '../../../worker/http/bandwidth-throttle'

const dataset = '/api/v1/datasets/towns'
const proxy = '/api/v1/remote-services/towns/proxy'

test.each<[string, boolean, string, number]>([
  [`${dataset}/lines`, false, 'computed', 500_000],
  [`${dataset}/lines`, true, 'computed', 1_000_000],
  [`${dataset}/full`, false, 'stored', 8_000_000],
  [`${dataset}/full`, true, 'stored', 16_000_000],
  [`${proxy}/lines`, false, 'proxied', 500_000],
  [`${proxy}/lines`, true, 'proxied', 500_000],
  // Whatever the service calls its operations.
  [`${proxy}/attachments/full`, true, 'proxied', 500_000],
])('%s of a user %s is %s', (path, isUser, kind, perSecond) => {
  expect(bandwidthOf(path, isUser)).toEqual({ kind, perMs: perSecond / 1_000, capacity: perSecond * 4 })
})
