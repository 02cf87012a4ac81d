/** The code of a sign-in with a password, as a plugin of better-auth. Passkeys that ask for a PIN, and providers, have a second factor of their own. */
import type { GenericEndpointContext } from 'better-auth'
import { z } from 'zod'
import { limits } from '../../limits'
import { passwordHashOf } from '../passwords'
import { type CodeSettings, hasTwoFactor, takeCode } from './check-code'
import { newTicket, ticketHolder, ticketName } from './ticket'

type Settings = CodeSettings & { baseUrl: string }

/** Makes the plugin. The modules of better-auth are imported here, so that requests without a sign-in do not load them. */
export async function secondFactor({ db, config, baseUrl }: Settings) {
  const [{ APIError, createAuthEndpoint }, { deleteSessionCookie, setSessionCookie }] = await Promise.all([
    import('better-auth/api'),
    import('better-auth/cookies'),
  ])
  const secure = new URL(baseUrl).protocol === 'https:'
  const passwordOf = (userId: string) => passwordHashOf({ db }, userId)

  /** Takes the session of a right password back, where a code is to follow. @returns the answer, in place of the session */
  const challenge = async (hook: GenericEndpointContext) => {
    const { newSession } = hook.context
    if (hook.path !== '/sign-in/email' || !newSession || !(await hasTwoFactor(db, newSession.user.id))) return undefined
    const userId = newSession.user.id
    await hook.context.internalAdapter.deleteSession(newSession.session.token)
    deleteSessionCookie(hook, true)
    hook.context.setNewSession(null)
    const ticket = await newTicket(
      { config, baseUrl },
      { userId, passwordHash: (await passwordOf(userId)) ?? '', now: Date.now() },
    )
    hook.setCookie(ticket.name, ticket.value, { ...ticket.attributes, httpOnly: true, secure, sameSite: 'lax' })
    return hook.json({ twoFactor: true })
  }

  const plugin = {
    id: 'second-factor',
    endpoints: {
      verifySecondFactor: createAuthEndpoint(
        '/second-factor',
        { method: 'POST', body: z.object({ code: z.string().max(limits.twoFactor.maxCodeChars) }) },
        async (hook) => {
          const now = Date.now()
          const headers = hook.headers ?? new Headers()
          const userId = await ticketHolder({ config, baseUrl }, { headers, now, passwordOf })
          const user = userId && (await hook.context.internalAdapter.findUserById(userId))
          if (!user)
            throw new APIError('FORBIDDEN', { message: 'Sign in with your password first.', code: 'NO_TICKET' })
          const taken = await takeCode({ db, config }, { userId: user.id, code: hook.body.code, now })
          if (typeof taken === 'number') {
            const message = `Too many attempts. Try again in ${taken} seconds.`
            throw new APIError(
              'TOO_MANY_REQUESTS',
              { message, code: 'TOO_MANY_ATTEMPTS' },
              { 'retry-after': String(taken) },
            )
          }
          if (taken === 'wrong')
            throw new APIError('UNAUTHORIZED', { message: 'The code is wrong.', code: 'CODE_WRONG' })
          const session = await hook.context.internalAdapter.createSession(user.id)
          await setSessionCookie(hook, { session, user })
          hook.setCookie(ticketName(baseUrl), '', { path: '/', maxAge: 0, httpOnly: true, secure, sameSite: 'lax' })
          return hook.json({ user: { id: user.id } })
        },
      ),
    },
  }
  return { plugin, challenge }
}
