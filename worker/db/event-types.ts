/** The types of events of resources: journals, the log of an account and webhooks have them. */

export type DatasetEventType =
  | 'dataset-created'
  | 'data-updated'
  | 'structure-updated'
  | 'breaking-change'
  | 'finalize-end'
  | 'extend-start'
  | 'extend-end'
  | 'error'
  | 'validation-error'
  | 'draft-validated'
  | 'draft-cancelled'
  | 'publication'
  | 'publication-requested'
  | 'user-notification'
  | 'dataset-deleted'
  | 'dataset-restored'
  | 'webhook-disabled'

export const applicationEventTypes = [
  'application-created',
  'config-updated',
  'config-draft-updated',
  'config-draft-cancelled',
  'error',
  'publication',
  'publication-requested',
  'application-deleted',
  'application-restored',
  'webhook-disabled',
] as const
export type ApplicationEventType = (typeof applicationEventTypes)[number]

export const collectorEventTypes = ['create', 'delete', 'finish-error', 'disabled', 'webhook-disabled'] as const
export type CollectorEventType = (typeof collectorEventTypes)[number]
