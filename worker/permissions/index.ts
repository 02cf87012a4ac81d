/** Permission checks: pure. */

export {
  accountOf,
  accountThatCan,
  anyoneCan,
  can,
  canCreateFor,
  canGiveLink,
  defaultPermissions,
  emailOf,
  type Guarded,
  grants,
  isPublic,
  isSuperAdmin,
  operationsOf,
  type Permission,
  permissionsFor,
  permissionsSchema,
  roleOver,
  userIdOf,
  visibilityOf,
} from './permissions'
