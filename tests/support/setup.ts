import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach } from 'vitest'
import { forgetQuotas } from '../../worker/accounts/quotas/account-usage'
import { ann, town, village } from './accounts'
import { untilDelivered } from './deliveries'
import { closeSockets } from './sockets'

// Storage is shared by the tests of a file unless it is reset after each.
// One batch: `applyD1Migrations` also reads and writes which migrations were applied, and takes 1.7 times as long.
const migrate = () =>
  env.DB.batch(env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((sql) => env.DB.prepare(sql))))
// A call that a test leaves behind may keep the store of that test open during its reset.
beforeEach(() => migrate().catch(() => reset().then(migrate)))
afterEach(async () => {
  await untilDelivered()
  await reset()
})
// The limits of an account are cached in the isolate, which the next test file shares.
afterEach(() => {
  for (const account of [ann, town, village]) forgetQuotas(account)
})
// Hooks run last first: sockets are closed before the stores are emptied.
afterEach(closeSockets)
