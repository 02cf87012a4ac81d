/** Deleted applications: they can be restored for `TRASH_DAYS`, then their files are deleted. */

export {
  type DeletedApplicationDocument,
  listDeletedApplications,
  loadDeletedApplication,
  presentDeletedApplication,
} from './deleted-application'
export { purgeExpiredApplications } from './purge'
export { removeApplication } from './remove-application'
