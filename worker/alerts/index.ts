/** Alerts to the operator: conditions that need attention, each sent once when it begins and once when it ends. */
export { type Alert, alertPagePath, alertSentence } from './alert'
export { recordDeadLetter } from './dead-letters'
export { receiversOf } from './deliver'
export { currentAlerts } from './read-alerts'
export { watchAlerts } from './watch'
