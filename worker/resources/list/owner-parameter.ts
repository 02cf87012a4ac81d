import { problem } from '../../errors'
import type { Owner } from '../../identity'
import { limits } from '../../limits'

/**
 * An account in a parameter `owner`: `type:id` or `type:id:department`.
 *
 * @throws `parameter-invalid`
 */
export function parseOwner(reference: string): Pick<Owner, 'type' | 'id' | 'department'> {
  const [type, id, department] = reference.split(':')
  if ((type !== 'user' && type !== 'organization') || !id) {
    throw problem('parameter-invalid', {
      parameter: 'owner',
      reason: {
        en: `"${reference}" is not of the form type:id[:department]`,
        fr: `"${reference}" n'est pas de la forme type:id[:département]`,
      },
    })
  }
  return { type, id, ...(department ? { department } : {}) }
}

/**
 * The references in a parameter `owner` of a list, comma separated.
 *
 * @throws `parameter-invalid` beyond `limits.lists.maxOwners`
 */
export function ownerReferences(text: string): string[] {
  const references = text.split(',').filter(Boolean)
  const max = limits.lists.maxOwners
  if (references.length > max) {
    throw problem('parameter-invalid', {
      parameter: 'owner',
      reason: { en: `at most ${max} owners`, fr: `${max} propriétaires au plus` },
    })
  }
  return references
}
