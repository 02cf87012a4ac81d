import { z } from 'zod'
import { causeOf, problem } from '../errors'
import { readBytes, readText } from '../http/body'
import { isSameOrigin } from '../http/same-origin'
import { limits } from '../limits'
import type { Refused } from './components/field'
import { refusalText } from './problem-text'
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

const refusalSchema = z.object({
  code: z.string().catch(''),
  detail: z.string().optional().catch(undefined),
  errors: z.array(z.object({ where: z.string(), value: z.string().optional() })).catch([]),
})

/** An error of the API. `property`: the first invalid property of the body; `value`: the value there, or the one that the API proposes. */
export type Refusal = { code: string; text: string; property: string | undefined; value?: string | undefined }

/** An error of the API, for the page of the form. */
export async function readRefusal(answer: Response): Promise<Refusal> {
  const { code, detail, errors } = refusalSchema.parse(await answer.json())
  const [first] = errors
  const text = detail ? refusalText(code, detail) : `${answer.status}`
  return { code, text, property: first?.where.split('/')[1], value: first?.value }
}

/**
 * The result of a form that the API refused: the input at fault, else the error message.
 *
 * @param inputOf the name of the input that an error is about
 */
export async function refusedAt<Input extends string>(
  answer: Response,
  inputOf: (refusal: Refusal) => Input | undefined,
): Promise<{ refused: Refused<Input> } | { refusal: string }> {
  const refusal = await readRefusal(answer)
  const input = inputOf(refusal)
  return input === undefined ? { refusal: refusal.text } : { refused: { input, text: refusal.text } }
}

/** The text of an error of the API, for the page of the form. */
export const refusalOf = async (answer: Response): Promise<string> => (await readRefusal(answer)).text
