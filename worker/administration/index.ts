/** What the operator of the service sees of it: state, failures, accounts, users. */
export { type AccountUsage, listAccounts } from './accounts'
export { type Activity, listActivity, namedResource } from './activity'
export { type Failure, failingCollectors, failureCounts, listFailures, unpublishedFailures } from './failures'
export { type LinesDatabase, type Overview, readOverview } from './overview'
export type { PlatformDay } from './read-platform-usage'
export { listUsers, readUser, type UserEntry } from './users'
