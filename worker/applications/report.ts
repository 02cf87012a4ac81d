import { audit } from '../accounts'
import type { Context } from '../context'
import { limits } from '../limits'
import { cutText } from '../limits/text'
import { told } from '../resources/list'
import { update } from './configure'
import { addToJournal, announceJournal } from './journal'
import { loadApplication } from './load'
import { statusAfter } from './status'

/**
 * Notes that an application cannot work with its configuration, as it says itself (contract applications A.11).
 *
 * @param input.draft it is the draft that cannot be worked with
 */
export async function reportError(ctx: Context, input: { id: string; message: string; draft: boolean }): Promise<void> {
  const { id, status, configuration } = await loadApplication(ctx, input.id, 'writeConfig')
  // It is shown in pages.
  const message = told(cutText(input.message, limits.applications.maxErrorChars), {})
  if (input.draft) {
    await ctx.db.batch([
      update(ctx, id, { errorMessageDraft: message }),
      audit(ctx, 'reportDraftError', `applications/${id}`),
    ])
    return
  }
  if (!configuration) return
  await ctx.db.batch([
    update(ctx, id, { status: statusAfter('fail', { status, isConfigured: true }), errorMessage: message }),
    addToJournal(ctx, id, { type: 'error', data: message }),
    audit(ctx, 'reportError', `applications/${id}`),
  ])
  await announceJournal(ctx, id)
}
