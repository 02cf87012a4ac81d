export { type Actor, actorOfAccount, authorOf, type Identity, type Visitor, withoutLink } from './actor'
export { checkAnonymousToken, newAnonymousToken } from './anonymous-action'
export { takeAnonymousWrite } from './anonymous-writes'
export { actorOfLink, forgetLinks, type Link } from './application-key'
export { audit } from './audit'
export { actorOfCookies, hasSession } from './directory/cookies'
export { forgottenToken } from './directory/external'
export { directory, oidcProvider } from './directory/open'
export { accountAdmin, actorFor, superAdmin } from './identity'
export { isOpenToKeys } from './key-rights'
export { actorOfKey, actorOfKeyId, createKey } from './keys'
export {
  type ApplicationOperation,
  applicationOperations,
  classOf,
  type DatasetOperation,
  isApplicationOperation,
  isOperation,
  isOperationClass,
  type Operation,
  type OperationClass,
  scopesFor,
  trackOf,
} from './operations'
export { type Owner, ownerIn, ownerSchema, sentOwnerSchema } from './owner'
export {
  accountThatCan,
  anyoneCan,
  can,
  canCreateFor,
  defaultPermissions,
  emailOf,
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
export { checkQuotas, keptWithin, withinQuotas } from './quotas/check'
export {
  periodOf,
  type ReadKey,
  readKeyPatchSchema,
  readKeySchema,
  readKeysAt,
} from './read-key'
export { type Account, accountAt } from './settings/account'
export { publicationSitesOf, storedSettings } from './settings/read'
export { setUp } from './setup'
