import { audit } from '../../accounts'
import type { Context } from '../../context'
import { limits } from '../../limits'
import { render } from '../../resources/list'
import { cutText } from '../../schema/cut-text'
import { addToJournal, announceJournal } from '../journal'
import { loadApplication } from '../load'
import { statusAfter } from '../status'
import { updateConfiguration } from './write-configuration'

/**
 * Stores an error that an application reports about its configuration.
 *
 * @param input.draft the error is one of the draft configuration: sent to those who edit it, with the other properties of the report
 */
export async function reportError(
  ctx: Context,
  input: { id: string; message: string; rest: Record<string, unknown>; draft: boolean },
): Promise<void> {
  const { id, status, configuration } = await loadApplication(ctx, input.id, 'writeConfig')
  const text = cutText(input.message, limits.applications.maxErrorChars)
  // Pages render the message.
  const message = render(text, {})
  if (input.draft) {
    await ctx.db.batch([
      updateConfiguration(ctx, id, { errorMessageDraft: message }),
      audit(ctx, 'reportDraftError', `applications/${id}`),
    ])
    const isShort = JSON.stringify(input.rest).length <= limits.applications.maxErrorChars
    await ctx.realtime.tell(`applications/${id}`, 'draft-error', { message: text, ...(isShort ? input.rest : {}) })
    return
  }
  if (!configuration) return
  await ctx.db.batch([
    updateConfiguration(ctx, id, {
      status: statusAfter('fail', { status, isConfigured: true }),
      errorMessage: message,
    }),
    addToJournal(ctx, id, { type: 'error', data: message }),
    audit(ctx, 'reportError', `applications/${id}`),
  ])
  await announceJournal(ctx, id)
}
