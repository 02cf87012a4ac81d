/** The states of an application and their transitions. Pure. */
const statuses = ['created', 'configured-draft', 'configured', 'error'] as const
export type Status = (typeof statuses)[number]

/** A configuration was published, a draft written or cancelled, or an application reported an error. */
export type StatusEvent = 'configure' | 'draft' | 'cancel' | 'fail'

/** The state after an event. `fail` changes nothing for an application without a configuration. */
export function statusAfter(
  event: StatusEvent,
  { status, isConfigured }: { status: Status; isConfigured: boolean },
): Status {
  switch (event) {
    case 'configure':
      return 'configured'
    case 'draft':
      return 'configured-draft'
    case 'cancel':
      if (status !== 'configured-draft') return status
      return isConfigured ? 'configured' : 'created'
    case 'fail':
      return isConfigured ? 'error' : status
  }
}
