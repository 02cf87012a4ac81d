export { type Actor, actingAccount, actorOfAccount, authorOf, type Identity, type Visitor, withoutLink } from './actor'
export { checkAnonymousToken, newAnonymousToken } from './anonymous-action'
export { takeAnonymousWrite } from './anonymous-writes'
export { actorOfLink, forgetLinks, type Link } from './application-key'
export { isWithin, readersCan } from './audience'
export { audit } from './audit'
export { actorOfCookies, hasSession } from './directory/cookies'
export { forgottenToken } from './directory/external'
export { namedOwner } from './directory/names'
export { directory, oidcProvider } from './directory/open'
export { accountActorFor, accountAdmin, actorFor, isAllowed, superAdmin } from './identity'
export { isOpenToKeys, keyRightsSchema } from './key-rights'
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
export { type Owner, ownerIn, ownerSchema, referenceOf, sentOwnerSchema } from './owner'
export {
  accountThatCan,
  anyoneCan,
  can,
  canCreateFor,
  canGiveLink,
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
