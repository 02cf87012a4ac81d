/** Accounts: sessions, keys, settings, quotas, the directory of users and organizations. */

export { accountActorFor, accountAdmin, actorFor, isAllowed, sessionUser, superAdmin } from './actor'
export { takeAnonymousWrite } from './anonymous/rate'
export { checkAnonymousToken, newAnonymousToken } from './anonymous/token'
export { audit } from './audit'
export { deleteAccountRows } from './directory/account-rows'
export { setBlocked } from './directory/blocked'
export { actorOfCookies } from './directory/cookies'
export { forgottenToken } from './directory/external'
export { pruneLoginAttempts } from './directory/login-throttle'
export { namedOwner, organizationNamed } from './directory/names'
export { blockedCode, oidcProvider } from './directory/open'
export { checkEmbedded } from './directory/organizations'
export { renameOwner } from './directory/rename'
export { forgetSessions } from './directory/session-cache'
export { decryptText, encryptText } from './encrypted-text'
export { mailGrant } from './grant-mail'
export { actorOfKey, actorOfKeyId, forgetKeys } from './keys/api-key'
export { actorOfLink, forgetLinks } from './keys/application-key'
export { type DatasetLink, datasetLinksSchema } from './keys/dataset-link'
export { isExpired, lastDaySchema } from './keys/last-day'
export { keyPeriod, type ReadKey, readKeyPatchSchema, readKeySchema, readKeysAt } from './keys/read-key'
export { newWebhookKey } from './keys/webhook-key'
export { rememberLanguage } from './language'
export { mailFailure } from './mail-failure'
export { forgetTokens } from './mailed-tokens'
export { deleteUserAsOperator } from './profile/delete-account'
export { defaultQuotas, forgetQuotas } from './quotas/account-usage'
export { checkQuotas, runWithinQuotas, withinQuotas } from './quotas/check'
export { collectorTimeLeft } from './quotas/collector-time'
export { checkOperator } from './quotas/limits'
export { makeResetLink } from './recovery/hand-reset'
export { type Account, accountAt } from './settings/account-names'
export {
  type PrivateConcept,
  privateConcepts,
  publicationSitesOf,
  standardLicenses,
  storedSettings,
} from './settings/read-settings'
export { forgetDomains, siteAt } from './settings/site-domains'
export { timingSafeEqual } from './timing-safe-equal'
export { removeTwoFactorOf } from './two-factor/enrolment'
