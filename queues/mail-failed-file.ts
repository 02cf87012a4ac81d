/** The messages to whoever sent a file that could not be processed, or was not published. */
import { mailFailure } from '../worker/accounts'
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

const droppedMail: MailText = {
  subject: {
    en: 'The new file of “{title}” was not published',
    fr: 'Le nouveau fichier de « {title} » n’a pas été publié',
  },
  paragraphs: [
    {
      en: 'The file sent for the dataset “{title}” at {site} was dropped, as only compatible files are to replace its data: {reason}',
      fr: 'Le fichier envoyé pour le jeu de données « {title} » sur {site} a été abandonné, car seuls les fichiers compatibles doivent remplacer ses données : {reason}',
    },
    {
      en: 'Readers still have the earlier data. Correct the file, or send it again without that condition to review the difference.',
      fr: 'Les lecteurs gardent les données précédentes. Corrigez le fichier, ou renvoyez-le sans cette condition pour vérifier la différence.',
    },
  ],
}

/**
 * Sends the message after the end of a run. It is for files that people send, in the browser or with a key: a collector has messages of its
 * own, and whoever follows the processing of a draft on its page sees the error there.
 *
 * @param input.isDropped the draft was cancelled, as it is not compatible
 */
export function mailFailedFile(
  ctx: Context,
  { target }: Pick<Run, 'target'>,
  { dataset, failure, isDropped = false }: { dataset: Dataset; failure: StoredProblem; isDropped?: boolean },
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
  const message = { userId: senderOf(dataset, target), account: owner, subject: id, values, path: `/dataset/${id}` }
  ctx.later(() => mailFailure(ctx, isDropped ? droppedMail : failedMail, message))
}

/** Who sent the file, or has changed the published dataset since; for a key of an organization, who created the dataset. */
function senderOf({ createdBy, updatedBy, updatedAt, published, draft }: Dataset, target: Run['target']): string {
  const { dataUpdatedBy, dataUpdatedAt = '' } = (target === 'draft' && draft) || published
  const isChangedSince = target === 'published' && updatedAt > dataUpdatedAt
  const { id } = (isChangedSince ? undefined : dataUpdatedBy) ?? updatedBy
  return id.startsWith('apiKey:') ? createdBy.id : id
}
