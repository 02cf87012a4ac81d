/** What the Worker runs in the background: queue messages, and the cron. */
export { consume } from './consume'
export { runEachMinute } from './cron'
