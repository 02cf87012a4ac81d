import { problem } from '../errors'
import { isSameOrigin } from '../http/authenticate'
import { limits } from '../limits'
import type { PageContext } from './send'

/** The fields of a form of ours. @throws `origin-refused` for one of another site, `file-too-large` */
export async function readForm(c: PageContext): Promise<URLSearchParams> {
  if (!isSameOrigin(c.req.raw, c.get('ctx').baseUrl)) throw problem('origin-refused')
  const max = limits.http.maxFormBytes
  if (Number(c.req.header('content-length') ?? 0) > max) throw problem('file-too-large', { max })
  const text = await c.req.text()
  if (text.length > max) throw problem('file-too-large', { max })
  return new URLSearchParams(text)
}

/** What the API said against a request that a form made: shown where the form is. */
export async function refusalOf(answer: Response): Promise<string> {
  // RFC 9457, as http/problem writes it.
  const { detail } = (await answer.json()) as { detail?: string }
  return detail ?? `${answer.status}`
}
