import { problem } from '../errors'
import { readText } from '../http/body'
import { isSameOrigin } from '../http/same-origin'
import { limits } from '../limits'
import type { PageContext } from './send'

/** The fields of a form of ours. @throws `origin-refused` for one of another site, `body-too-large`, `body-interrupted` */
export async function readForm(c: PageContext): Promise<URLSearchParams> {
  if (!isSameOrigin(c.req.raw, c.get('ctx').baseUrl)) throw problem('origin-refused')
  return new URLSearchParams(await readText(c.req.raw, limits.http.maxFormBytes))
}

/** What the API said against a request that a form made: shown where the form is. */
export async function refusalOf(answer: Response): Promise<string> {
  // RFC 9457, as http/problem writes it.
  const { detail } = (await answer.json()) as { detail?: string }
  return detail ?? `${answer.status}`
}
