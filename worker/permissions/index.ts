/** Permission checks: pure. */

export { isNoBroaderThan, readersCan } from './coverage'
export {
  accountOf,
  accountThatCan,
  anyoneCan,
  can,
  canCreateFor,
  canGiveLinkKey,
  canGiveTo,
  defaultPermissions,
  emailOf,
  type Guarded,
  isPublic,
  isSuperAdmin,
  operationsOf,
  type Permission,
  permissionsFor,
  permissionsSchema,
  roleOver,
  rolesOver,
  sentPermissionsSchema,
  userIdOf,
  visibilityOf,
} from './permissions'
