import { causeOf, problem } from '../../errors'
import { parseWellFormed } from '../../schema/well-formed'

/**
 * Parses the text of a description.
 *
 * @throws `description-yaml`, `description-not-json`, `json-too-nested`, `text-ill-formed`
 */
export function parseDescription(text: string): unknown {
  try {
    return parseWellFormed(text, 'apiDoc')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const isYaml = /^\s*(#|---|["']?(openapi|swagger|info)["']?\s*:)/.test(text)
    throw isYaml ? problem('description-yaml') : problem('description-not-json', { reason: causeOf(error) })
  }
}
