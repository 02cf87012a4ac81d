import { z } from 'zod'
import { causeOf, problem } from '../errors'
import { readBytes, readText } from '../http/body'
import { isSameOrigin } from '../http/same-origin'
import { limits } from '../limits'
import { typeset } from '../typography'
import type { PageContext } from './send'

/** The inputs of a form. @throws `origin-refused` for a form of another site, `body-too-large`, `body-interrupted` */
export async function readForm(c: PageContext): Promise<URLSearchParams> {
  if (!isSameOrigin(c.req.raw, c.get('ctx').baseUrl)) throw problem('origin-refused')
  return new URLSearchParams(await readText(c.req.raw, limits.http.maxFormBytes))
}

/**
 * The file of an input of a form, read into memory.
 *
 * @param max bytes of the file
 * @throws `origin-refused`, `body-too-large`, `body-interrupted`, `body-invalid`
 */
export async function readFormFile(c: PageContext, input: string, max: number): Promise<File | undefined> {
  if (!isSameOrigin(c.req.raw, c.get('ctx').baseUrl)) throw problem('origin-refused')
  const body = await readBytes(c.req.raw, max + limits.http.maxFormBytes)
  const headers = { 'content-type': c.req.header('content-type') ?? '' }
  const form = await new Response(body, { headers }).formData().catch((error: unknown) => {
    throw problem('body-invalid', { reason: causeOf(error) })
  })
  const file = form.get(input)
  return file instanceof File ? file : undefined
}

const refusalSchema = z.object({ code: z.string().catch(''), detail: z.string().optional().catch(undefined) })

/** The code and the text of an error of the API, for the page of the form. */
export async function readRefusal(answer: Response): Promise<{ code: string; text: string }> {
  const { code, detail } = refusalSchema.parse(await answer.json())
  return { code, text: detail ? typeset(detail) : `${answer.status}` }
}

/** The text of an error of the API, for the page of the form. */
export const refusalOf = async (answer: Response): Promise<string> => (await readRefusal(answer)).text
