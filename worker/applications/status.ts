/** The states of an application, and what moves it between them (contract applications A.7). Pure. */
export const statuses = ['created', 'configured-draft', 'configured', 'error'] as const
export type Status = (typeof statuses)[number]

/** A configuration was published, a draft written or cancelled, an application has reported that it cannot work. */
export type Happening = 'configure' | 'draft' | 'cancel' | 'fail'

/** The state after something has happened. An application without a configuration has nothing to fail with. */
export function statusAfter(
  happening: Happening,
  { status, isConfigured }: { status: Status; isConfigured: boolean },
): Status {
  switch (happening) {
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
