/** Deleted datasets: they can be restored for `TRASH_DAYS`, then their data are deleted. */

export { type DeletedDocument, listDeleted, loadDeleted, presentDeleted } from './deleted-dataset'
export { purgeDeleted, purgeExpired } from './purge'
export { removeDataset, restorableUntil } from './remove-dataset'
export { restoreDataset } from './restore'
