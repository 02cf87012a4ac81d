import type { Context } from '../../context'
import { countMailRequest } from './login-throttle'

/** Whether a user may have a message sent to an address: few to each address, and few from each user. */
export async function mayMail(ctx: Context, { email, userId }: { email: string; userId: string }): Promise<boolean> {
  if (!ctx.mail.canSend) return false
  const request = { email, address: `user ${userId}`, now: ctx.now().getTime() }
  const counted = await countMailRequest(ctx.db, request)
  return counted.seconds === 0 && counted.mayMail
}
