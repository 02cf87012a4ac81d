import { parse, YAMLError } from 'yaml'
import { causeOf, problem, type Reason, untranslated } from '../../errors'
import { limits } from '../../limits'
import { parseWellFormed } from '../../schema/well-formed'

const unreadable = (reason: Reason) => problem('description-unreadable', { reason })

/**
 * Parses the text of a description, in JSON or in YAML.
 *
 * @throws `description-unreadable`, `json-too-nested`, `text-ill-formed`
 */
export function parseDescription(text: string): unknown {
  try {
    return parseWellFormed(text, 'apiDoc')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (/^\s*([[{]|$)/.test(text)) throw unreadable(causeOf(error))
    return parseWellFormed(jsonOf(text), 'apiDoc')
  }
}

/** A mapping in YAML as JSON: dates, and the statuses of responses, are texts. */
function jsonOf(yaml: string): string {
  const value = parsed(yaml)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unreadable({ en: 'it is neither JSON nor a mapping in YAML', fr: "ce n'est ni du JSON, ni un objet en YAML" })
  const json = JSON.stringify(value)
  if (json.length > limits.remoteServices.maxDescriptionBytes)
    throw unreadable({ en: 'it is too large as JSON', fr: 'elle est trop longue en JSON' })
  return json
}

function parsed(yaml: string): unknown {
  try {
    return parse(yaml, { schema: 'core', stringKeys: true, maxAliasCount: 0, logLevel: 'error' })
  } catch (error) {
    if (error instanceof YAMLError) {
      // The lines below the first one quote the text.
      const [message = ''] = error.message.split('\n')
      throw unreadable(untranslated(message.replace(/:$/, '')))
    }
    // With aliases, a short text could stand for a huge value.
    if (error instanceof ReferenceError)
      throw unreadable({ en: 'aliases (*name) are not accepted', fr: 'les alias (*nom) ne sont pas acceptés' })
    if (error instanceof RangeError)
      throw problem('json-too-nested', { where: 'apiDoc', max: limits.http.maxJsonNesting })
    throw error
  }
}
