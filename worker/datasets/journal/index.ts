/** Events of datasets: stored, listed, sent to live channels. */

export {
  addToJournal,
  automaticCancellationPrefix,
  type EventDocument,
  hasDiagnostic,
  inJournal,
  type JournalEntry,
  type JournalEvent,
  presentEvent,
  readEntries,
  readJournal,
  type StoredEvent,
} from './journal'
export {
  announceJournal,
  announceProgress,
  announceStep,
  datasetsToAnnounce,
  journalAfter,
  journalStep,
  missedEvents,
  startListening,
  stopListening,
} from './live-journal'
