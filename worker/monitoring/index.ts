/** Checks of what the service depends on. */
export { type Check, runChecks } from './checks'
