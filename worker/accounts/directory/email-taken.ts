import { problem } from '../../errors'

/** What a refused write of a user is told as: an address belongs to one user. */
export function asEmailTaken(error: unknown, email: string): unknown {
  const text = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : ''
  return text.includes('UNIQUE constraint failed: user.email') ? problem('email-taken', { email }) : error
}
