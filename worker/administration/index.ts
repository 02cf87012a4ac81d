/** What the operator of the service sees of it: state, failures, accounts, users. */
export { type AccountUsage, listAccounts } from './accounts'
export { type Failure, failingCollectors, listFailures } from './failures'
export { type LinesDatabase, type Overview, readOverview } from './overview'
export type { PlatformDay } from './platform-usage'
export { listUsers, type UserEntry } from './users'
