import { limits } from '../../limits'
import type { Refused } from '../components/field'
import { readRefusal } from '../form'
import type { MessageKey } from '../messages'
import type { View } from '../view'

/** For each property that the API can refuse: the input of the form that holds it, and the message; without one, the reason of the API. */
const inputs = new Map<string, { input: string; text?: MessageKey }>([
  ['title', { input: 'title', text: 'titleRefused' }],
  ['description', { input: 'description' }],
  ['license', { input: 'licence-href', text: 'addressRefused' }],
  ['image', { input: 'image', text: 'addressRefused' }],
  ['origin', { input: 'origin', text: 'addressRefused' }],
  ['temporal', { input: 'start', text: 'dateRefused' }],
  ['modified', { input: 'modified', text: 'dateRefused' }],
  ['conformsTo', { input: 'conformsTo.url', text: 'addressRefused' }],
])

/** The result of the form of a description that the API refused: the input at fault if the form has it, else the error message. */
export async function refusedDescription(
  { say }: View,
  form: URLSearchParams,
  answer: Response,
): Promise<{ refused: Refused } | { refusal: string }> {
  const { property, text: reason } = await readRefusal(answer)
  const found = inputs.get(property ?? '')
  if (!found || !form.has(found.input)) return { refusal: reason }
  const { input, text } = found
  return { refused: { input, text: text ? say(text, { max: limits.datasets.maxTitleChars }) : reason } }
}
