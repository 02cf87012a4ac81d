/** Actors, owners and operations. */

export {
  type Actor,
  accountsOf,
  actingAccount,
  actorOfAccount,
  assertSignedIn,
  authorOf,
  type Identity,
  type Membership,
  type SignedIn,
  type Visitor,
  withoutLink,
} from './actor'
export {
  defaultKeyRights,
  grantedByKey,
  isOpenToKeys,
  type KeyRights,
  keyRightsSchema,
  openedByKey,
} from './key-rights'
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
  scopesFor,
} from './operations'
export { type Owner, ownerIn, ownerSchema, type Role, referenceOf, roles, sentOwnerSchema } from './owner'
