/** The message to whoever configured a collector, when its scheduled runs begin to fail or are switched off. */
import { mailFailure } from '../../accounts'
import type { Context } from '../../context'
import type { Reason } from '../../errors'
import type { MailText } from '../../mail'
import type { Collector } from '../load'

const failedMail: MailText = {
  subject: { en: '“{title}” has failed', fr: '« {title} » a échoué' },
  paragraphs: [
    {
      en: 'A scheduled run of the collector “{title}” at {site} has failed: {reason}',
      fr: 'Une exécution programmée du collecteur « {title} » sur {site} a échoué : {reason}',
    },
    {
      en: 'Its dataset keeps its last data. The collector runs again as scheduled; you receive no other message until it has succeeded, or is switched off.',
      fr: 'Son jeu de données garde ses dernières données. Le collecteur s’exécute de nouveau comme prévu ; vous ne recevrez pas d’autre message avant qu’il ait réussi, ou qu’il soit désactivé.',
    },
  ],
}

const switchedOffMail: MailText = {
  subject: { en: '“{title}” is switched off', fr: '« {title} » est désactivé' },
  paragraphs: [
    {
      en: 'The collector “{title}” at {site} has failed {failures} times in a row and is switched off. Its last run said: {reason}',
      fr: 'Le collecteur « {title} » sur {site} a échoué {failures} fois de suite et est désactivé. Sa dernière exécution indique : {reason}',
    },
    {
      en: 'Correct its settings, then switch it on again.',
      fr: 'Corrigez ses réglages, puis activez-le de nouveau.',
    },
  ],
}

/** Sends the message after a response. @param failures in a row, this one included */
export function mailFailedRun(
  ctx: Context,
  { owner, updatedBy, title, datasetId, id }: Collector,
  { reason, failures, isOff }: { reason: Reason; failures: number; isOff: boolean },
): void {
  const path = datasetId === undefined ? `/collector/${id}` : `/dataset/${datasetId}`
  const values = (language: keyof Reason) => ({ title, reason: reason[language], failures: String(failures) })
  const text = isOff ? switchedOffMail : failedMail
  const subject = datasetId ?? id
  ctx.later(() =>
    mailFailure(ctx, text, { userId: updatedBy.id, account: owner, subject, values, path, isLast: isOff }),
  )
}
