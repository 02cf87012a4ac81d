/** Events of datasets: stored, listed, sent to live channels. */

export {
  addToJournal,
  hasDiagnostic,
  inJournal,
  type JournalEvent,
  presentEvent,
  readJournal,
  type StoredEvent,
} from './journal'
export {
  announceProgress,
  announceStep,
  datasetsToAnnounce,
  journalAfter,
  missedEvents,
  startListening,
  stopListening,
} from './listeners'
