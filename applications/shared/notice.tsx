/** A message in place of data. */

import type { SharedMessages } from './messages'
import { RequestFailed } from './requests'

export function Notice({
  title,
  text,
  retry,
}: {
  title: string
  text: string
  retry?: { label: string; run: () => void }
}) {
  return (
    <div class="notice" role="status">
      <h1>{title}</h1>
      <p>{text}</p>
      {retry && (
        <button type="button" class="button" onClick={retry.run}>
          {retry.label}
        </button>
      )}
    </div>
  )
}

/** Why data could not be read, and what the reader can do. */
export function Failure({ error, say, retry }: { error: unknown; say: SharedMessages; retry?: () => void }) {
  const { status, message } = error instanceof RequestFailed ? error : new RequestFailed(0, String(error))
  if (status === 404 || status === 410) return <Notice title={say.gone} text={say.goneHelp} />
  if (status === 401 || status === 403) return <Notice title={say.refused} text={say.refusedHelp} />
  if (status === 400) return <Notice title={say.invalid} text={message} />
  return (
    <Notice title={say.failed} text={say.failedHelp} {...(retry ? { retry: { label: say.retry, run: retry } } : {})} />
  )
}
