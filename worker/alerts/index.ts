/** Alerts to the operator: conditions that need attention, each sent once when it begins and once when it ends. */
import type { Context } from '../context'
import { deliverAlerts } from './deliver'
import { evaluateAlerts } from './evaluate'

export { type Alert, alertPagePath, alertSentence } from './alert'
export { recordDeadLetter } from './dead-letters'
export { receiversOf } from './deliver'
export { currentAlerts } from './stored'

/** Evaluates the alerts and tells their receivers. Never fails: what was not told is told at the next tick. */
export async function watchAlerts(ctx: Context): Promise<void> {
  try {
    await evaluateAlerts(ctx)
    await deliverAlerts(ctx)
  } catch (error) {
    ctx.log('error', 'alerts could not be evaluated', { cause: String(error) })
  }
}
