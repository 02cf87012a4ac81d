/** Query plans of what runs each minute, and of the pages of the operator: no statement reads all datasets with their documents. */
import { expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { listAccounts, listFailures, readOverview } from '../../worker/administration'
import { operator } from '../support/accounts'
import { plansOf } from '../support/query-plans'

test.each([
  ['the tick of the cron', (ctx) => runEachMinute(ctx, { afterRestart: false })],
  ['the overview', readOverview],
  ['the failures', listFailures],
  ['the accounts', (ctx) => listAccounts(ctx, {})],
] as const satisfies [string, Parameters<typeof plansOf>[1]][])('%s reads indexes of datasets', async (_, run) => {
  const plans = await plansOf(operator, run)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).not.toMatch(/^SCAN datasets$|^SCAN d$/m)
})
