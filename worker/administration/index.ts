/** What the operator of the service sees of it: state, failures, accounts, users. */
export { type AccountUsage, listAccounts } from './accounts'
export { type Failure, failingCollectors, listFailures } from './failures'
export { type LinesDatabase, type Overview, readOverview } from './overview'
export { listUsers, type UserEntry } from './users'
