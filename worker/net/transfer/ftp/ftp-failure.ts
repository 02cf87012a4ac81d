import { type Problem, problem } from '../../../errors'
import type { FtpControl } from './ftp-control'
import type { FtpReply } from './ftp-reply'

/** The problem that a reply of an FTP server tells of. */
export function failureOf(
  { control, host }: { control: FtpControl; host: string },
  answer: FtpReply,
  path: string,
): Problem {
  const { code, text } = answer
  if (code === 522 || /reuse/i.test(text)) {
    return problem('remote-unsupported', { host, operation: 'TLS without session reuse (require_ssl_reuse=NO)' })
  }
  if (code === 530) return problem('remote-credentials-refused', { host })
  if (code === 500 || code === 502 || code === 504) return problem('remote-unsupported', { host, operation: text })
  if (code !== 550 && code !== 553) return control.unexpected(answer)
  if (code === 553 || /denied|permission|not allowed|forbidden/i.test(text))
    return problem('remote-denied', { host, path })
  return problem('remote-not-found', { host, path })
}
