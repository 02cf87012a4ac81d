/** Results of SFTP requests, which ssh2 passes to callbacks. */
import { type Problem, problem } from '../../../errors'
import { answered, connectionCut } from '../../failures'

type Done<Result> = (error: Error | null | undefined, result: Result) => void

/** Codes of SFTP (draft-ietf-secsh-filexfer-02, section 7). */
export const sftpCode = { endOfFile: 1, noSuchFile: 2, permissionDenied: 3, unsupported: 8 } as const

/** The result of a request. */
export const result = <Result>(start: (done: Done<Result>) => void): Promise<Result> =>
  new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)))
  })

/** The end of a request without result. */
export const voidResult = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()))
  })

/** The code of a failed request; undefined for other errors. */
export const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined

/** The problem of a failed request. */
export function sftpFailure(error: unknown, host: string, path: string): Problem {
  const code = codeOf(error)
  if (code === sftpCode.noSuchFile) return problem('remote-not-found', { host, path })
  if (code === sftpCode.permissionDenied) return problem('remote-denied', { host, path })
  if (code === sftpCode.unsupported) return problem('remote-unsupported', { host, operation: 'SFTP' })
  const reason = code === undefined ? connectionCut : answered(code)
  return problem('upstream-failed', { host, reason })
}
