import { problem } from '../../errors'
import type { Owner } from '../../identity'

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
