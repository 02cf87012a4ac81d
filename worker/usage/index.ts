/** The usage of accounts over time: daily figures, counted reads, what fails. */
export { countRead } from './count-reads'
export { mostReadIds } from './most-read'
export type { AccountHistory, UsageDay } from './read-usage'
export { recordUsage } from './record-usage'
