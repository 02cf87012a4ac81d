import { privateConcepts } from '../../accounts'
import type { Context } from '../../context'
import type { Owner } from '../../identity'
import { conceptOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'

/**
 * The fields of a request with the private concepts of the owner: `x-concept` is set by the service alone, and a concept of texts makes
 * its column a text. Reads the settings of the owner when a field has a concept that the vocabulary lacks.
 */
export async function withPrivateConcepts(ctx: Context, owner: Owner, sent: readonly Field[]): Promise<Field[]> {
  const fields = sent.map(({ 'x-concept': _, ...field }): Field => field)
  const isPrivate = ({ 'x-refersTo': identifier }: Field) => Boolean(identifier && !conceptOf(identifier))
  if (!fields.some(isPrivate)) return fields
  const concepts = await privateConcepts(ctx, owner)
  return fields.map((field) => {
    const identifier = field['x-refersTo']
    const concept =
      isPrivate(field) && concepts.find(({ identifiers }) => identifiers.some((one) => one === identifier))
    if (!concept) return field
    const { id, title, type } = concept
    return { ...field, ...(type === 'string' ? { type } : {}), 'x-concept': { id, title, primary: true } }
  })
}
