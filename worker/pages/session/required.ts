/** Pages that need somebody who is signed in. */
import { problem } from '../../errors'
import type { PageContext } from '../send'
import type { View } from '../view'

/** Whether someone is known: a user, or a key. */
export function isSignedIn({ ctx: { identity } }: Pick<View, 'ctx'>): boolean {
  return 'actor' in identity && identity.actor.type !== 'anonymous'
}

/** Goes to the sign-in page, and back. @throws `sign-in-required` where another service signs people in */
export function signInTo(c: PageContext, { here, ctx: { baseUrl, config } }: View): Response {
  if (config.DIRECTORY_URL) throw problem('sign-in-required')
  const back = new URLSearchParams({ back: here.pathname + here.search })
  return c.redirect(`${baseUrl}/sign-in?${back}`, 303)
}
