/** Actors, owners and operations. */

export {
  type Actor,
  accountsOf,
  actingAccount,
  actorOfAccount,
  assertSignedIn,
  authorOf,
  type Identity,
  loggedType,
  type Membership,
  type Originator,
  originatorOf,
  originatorSchema,
  type SignedIn,
  type Visitor,
  withoutLinkKey,
} from './actor'
export { type KeyScope, keyScopes, scopesFor } from './key-scopes'
export {
  defaultLinkKeyRights,
  grantedByLinkKey,
  isOpenToLinkKeys,
  type LinkKeyRights,
  linkKeyRightsSchema,
  operationsOfLinkKey,
} from './link-key-rights'
export {
  type ApplicationOperation,
  applicationOperations,
  classNames,
  classOf,
  type DatasetOperation,
  datasetOperations,
  gatewayTrackOf,
  isApplicationOperation,
  isOperation,
  isOperationClass,
  type Operation,
  type OperationClass,
  type Operations,
  ownerOperations,
} from './operations'
export { type Owner, ownerColumns, ownerIn, ownerSchema, type Role, referenceOf, roles, sentOwnerSchema } from './owner'
