/** Reasons why a remote host did not respond as expected. */
import type { Reason } from '../errors'

export const connectionFailed: Reason = {
  en: 'no server was reached at this address',
  fr: "aucun serveur n'a été joint à cette adresse",
}
export const connectionCut: Reason = { en: 'the connection was cut', fr: 'la connexion a été coupée' }
export const timedOut: Reason = { en: 'timeout', fr: 'délai dépassé' }
/** The host answered with the code of a failure. */
export const answered = (code: string | number): Reason => ({ en: `it answered ${code}`, fr: `il a répondu ${code}` })
