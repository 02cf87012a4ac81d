/** The keys of events that webhooks subscribe to (docs/events.md). Pure. */

/** Events of a version: they have a second key while the version is a draft. */
const versionEvents = [
  'dataset-created',
  'data-updated',
  'structure-updated',
  'finalize-end',
  'extend-end',
  'error',
  'validation-error',
  'draft-cancelled',
]
const datasetEvents = [
  'breaking-change',
  'publication',
  'publication-requested',
  'user-notification',
  'dataset-deleted',
  'webhook-disabled',
]
const applicationEvents = [
  'application-created',
  'config-updated',
  'config-draft-updated',
  'config-draft-cancelled',
  'error',
  'publication',
  'publication-requested',
  'application-deleted',
  'webhook-disabled',
]
const collectorEvents = ['create', 'delete', 'finish-error', 'disabled', 'webhook-disabled']

export const webhookEvents: ReadonlySet<string> = new Set([
  ...[...versionEvents, ...datasetEvents].map((event) => `dataset-${event}`),
  ...versionEvents.map((event) => `dataset-draft-${event}`),
  ...applicationEvents.map((event) => `application-${event}`),
  ...collectorEvents.map((event) => `collector-${event}`),
])
