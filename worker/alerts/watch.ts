import type { Context } from '../context'
import { deliverAlerts } from './deliver'
import { evaluateAlerts } from './evaluate'

/** Evaluates the alerts and notifies their receivers. Never fails: the next tick tries again. */
export async function watchAlerts(ctx: Context): Promise<void> {
  try {
    await evaluateAlerts(ctx)
    await deliverAlerts(ctx)
  } catch (error) {
    ctx.log('error', 'alerts could not be evaluated', { cause: String(error) })
  }
}
