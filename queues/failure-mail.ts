/** The message to whoever sent a file that could not be processed. */
import { mailMember } from '../worker/accounts'
import type { Context } from '../worker/context'
import type { Dataset } from '../worker/datasets'
import type { Run } from '../worker/datasets/runs'
import { describe, type StoredProblem } from '../worker/errors'
import { limits } from '../worker/limits'
import type { MailText } from '../worker/mail'
import { cutText } from '../worker/schema/cut-text'

const failedMail: MailText = {
  subject: { en: '“{title}” could not be processed', fr: '« {title} » n’a pas pu être traité' },
  paragraphs: [
    {
      en: 'The file of the dataset “{title}” at {site} could not be processed: {reason}',
      fr: 'Le fichier du jeu de données « {title} » sur {site} n’a pas pu être traité : {reason}',
    },
    {
      en: 'If readers had data before, they still have it. The page of the dataset shows the error, and what to do.',
      fr: 'Si les lecteurs disposaient déjà de données, ils les conservent. La page du jeu de données indique l’erreur, et que faire.',
    },
  ],
}

/**
 * Sends the message after the end of a run. It is for files that people send, in the browser or with a key: a collector has messages of its
 * own, and whoever follows the processing of a draft on its page sees the error there.
 */
export function mailFailure(
  ctx: Context,
  { target }: Pick<Run, 'target'>,
  { dataset, failure }: { dataset: Dataset; failure: StoredProblem },
): void {
  const { id, nature, metadata, owner, listened, remoteFile } = dataset
  const isCollected = remoteFile !== undefined || metadata.extras?.processingId !== undefined
  const isWatched = target === 'draft' && listened
  if (nature !== 'file' || isCollected || isWatched) return
  const { title } = metadata
  const values = (language: 'en' | 'fr') => ({
    title,
    reason: cutText(describe(failure, language), limits.mail.maxReasonChars),
  })
  ctx.later(() =>
    mailMember(ctx, failedMail, { userId: senderOf(dataset, target), account: owner, values, path: `/dataset/${id}` }),
  )
}

/** Who sent the file, or has changed the published dataset since; for a key of an organization, who created the dataset. */
function senderOf({ createdBy, updatedBy, updatedAt, published, draft }: Dataset, target: Run['target']): string {
  const { dataUpdatedBy, dataUpdatedAt = '' } = (target === 'draft' && draft) || published
  const isChangedSince = target === 'published' && updatedAt > dataUpdatedAt
  const { id } = (isChangedSince ? undefined : dataUpdatedBy) ?? updatedBy
  return id.startsWith('apiKey:') ? createdBy.id : id
}
