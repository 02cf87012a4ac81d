import { and, eq, gt } from 'drizzle-orm'
import type { SignUpMode } from '../../config'
import { type MetadataDatabase, tables } from '../../db/client'

/** Whether an address may sign up. */
export async function maySignUp(db: MetadataDatabase, mode: SignUpMode, email: string): Promise<boolean> {
  if (mode !== 'invited') return mode === 'open'
  const { invitations } = tables
  const [invitation] = await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        eq(invitations.email, email),
        eq(invitations.status, 'pending'),
        gt(invitations.expiresAt, new Date().toISOString()),
      ),
    )
    .limit(1)
  return invitation !== undefined
}
