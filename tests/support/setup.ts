import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach } from 'vitest'
import { forgetQuotas } from '../../worker/accounts/quotas/usage'
import { untilDelivered } from './deliveries'
import { closeSockets } from './sockets'

// Storage is shared by the tests of a file unless it is reset after each.
// One batch: `applyD1Migrations` also reads and writes which migrations were applied, and takes 1.7 times as long.
beforeEach(() => env.DB.batch(env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((sql) => env.DB.prepare(sql)))))
afterEach(async () => {
  await untilDelivered()
  await forgetLimits()
  await reset()
})
// Hooks run last first: sockets are closed before the stores are emptied.
afterEach(closeSockets)

/** Limits are cached in the isolate, which the next test file shares. */
async function forgetLimits(): Promise<void> {
  const query = env.DB.prepare('SELECT owner_type AS type, owner_id AS id FROM quotas')
  const { results } = await query.all<Parameters<typeof forgetQuotas>[0]>()
  for (const account of results) forgetQuotas(account)
}
