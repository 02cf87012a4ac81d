/** The common part of datasets and applications: locking, slugs, permissions, publication, files of descriptions. */

export {
  type ArrivingFile,
  removeDescriptionFile,
  type StoredDescriptionFile,
  storeDescriptionFile,
} from './attachments'
export { isSameAccount, permissionColumns, updateColumns } from './columns'
export { announceToWebhooks, insertEvent, isSubscribed, namedOriginator, type ResourceEvent } from './journal'
export type { ResourceKind } from './kind'
export { commitBatch, isChanged, requireCondition, requireVersion, retryChange } from './optimistic-lock'
export { ownerChange } from './owner-change'
export { checkCurrent, isSameAccess, type PermissionChange, parsePermissions } from './permission-change'
export { isChange, OtherAccountProblem, permittedOperation } from './permitted-operation'
export {
  type AccessEntry,
  accessEntrySchema,
  accountReference,
  hasAccess,
  isOpenTo,
  requestedAccess,
  withoutAccount,
} from './private-access'
export { checkPublication } from './publication'
export {
  checkDescriptionSize,
  sentDescription,
  sentItem,
  sentItems,
  sentLink,
  sentNamed,
  sentText,
} from './sent-description'
export { idNamed, nameIn, ownedBySite, pageIn } from './site-addresses'
export { checkChosenId, checkSlug, createUnderSlug, slugOf } from './slugs'
export {
  archivedEvents,
  archivedProperties,
  columnsOfObject,
  restoredRows,
  restoreEvents,
  rowObject,
  storedColumns,
} from './trash/archived-rows'
export {
  deletedSchema,
  deletionValues,
  isOfAccount,
  isRestorable,
  presentDeletion,
  purgeExpiredOf,
  purgeOldestOf,
  restorableIds,
  trashUntil,
} from './trash/deleted-resources'
