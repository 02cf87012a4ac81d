import { problem } from '../errors'
import { readText } from '../http/body'
import { isSameOrigin } from '../http/same-origin'
import { limits } from '../limits'
import type { PageContext } from './send'

/** The inputs of a form. @throws `origin-refused` for a form of another site, `body-too-large`, `body-interrupted` */
export async function readForm(c: PageContext): Promise<URLSearchParams> {
  if (!isSameOrigin(c.req.raw, c.get('ctx').baseUrl)) throw problem('origin-refused')
  return new URLSearchParams(await readText(c.req.raw, limits.http.maxFormBytes))
}

/** The error message of a response of the API, for the page of the form. */
export async function refusalOf(answer: Response): Promise<string> {
  // RFC 9457, written by http/problem.
  const { detail } = (await answer.json()) as { detail?: string }
  return detail ?? `${answer.status}`
}
