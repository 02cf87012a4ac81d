/** The keys of events that webhooks subscribe to (docs/events.md). Pure. */
import { applicationEventTypes, collectorEventTypes, type DatasetEventType } from '../../db/event-types'

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
] as const satisfies DatasetEventType[]
const otherDatasetEvents = [
  'breaking-change',
  'publication',
  'publication-requested',
  'user-notification',
  'dataset-deleted',
  'dataset-restored',
  'webhook-disabled',
] as const satisfies DatasetEventType[]

export const webhookEvents: ReadonlySet<string> = new Set([
  ...[...versionEvents, ...otherDatasetEvents].map((event) => `dataset-${event}`),
  ...versionEvents.map((event) => `dataset-draft-${event}`),
  ...applicationEventTypes.map((event) => `application-${event}`),
  ...collectorEventTypes.map((event) => `collector-${event}`),
])
