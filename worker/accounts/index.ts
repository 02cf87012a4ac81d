export { type Actor, authorOf, type Identity } from './actor'
export { audit } from './audit'
export { actorOfSession, directory } from './auth'
export { actorOfKey, createKey, revokeKey } from './keys'
export { type Owner, ownerSchema } from './owner'
export {
  anyoneCan,
  can,
  canCreateFor,
  classOf,
  type DatasetOperation,
  defaultPermissions,
  isPublic,
  operationsOf,
  type Permission,
  permissionsSchema,
  scopesFor,
  visibilityOf,
} from './permissions'
export { setUp } from './setup'
