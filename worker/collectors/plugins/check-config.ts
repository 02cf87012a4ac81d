import { Validator } from '@cfworker/json-schema'
import { problem, type Reason, untranslated } from '../../errors'
import { limits } from '../../limits'
import type { CollectorConfig } from '../document'
import type { JsonSchema } from './plugin'

/** Why a configuration is not valid; undefined when it is. Pure. */
export function configFault(schema: JsonSchema, config: CollectorConfig): Reason | undefined {
  if (JSON.stringify(config).length > limits.collectors.maxConfigChars) {
    const max = limits.collectors.maxConfigChars
    return { en: `more than ${max} characters`, fr: `plus de ${max} caractères` }
  }
  // The library has a type of its own for the same keywords.
  const validator = new Validator(schema as ConstructorParameters<typeof Validator>[0], '2020-12', false)
  const { valid, errors } = validator.validate(config)
  if (valid) return undefined
  // The last errors are those of the values, the first those of the objects around them.
  const causes = errors.filter(({ keyword }) => !['properties', 'items', '$ref', 'oneOf', 'anyOf'].includes(keyword))
  const reported = (causes.length > 0 ? causes : errors).slice(0, limits.collectors.reportedFaults)
  const texts = reported.map((one): Reason => {
    const at = one.instanceLocation.replace(/^#\/?/, '/')
    const listed = one.keyword === 'enum' && listIn(one.error)
    return listed
      ? { en: `${at} must be one of ${listed}`, fr: `${at} doit être l'une des valeurs ${listed}` }
      : untranslated(`${at} ${one.error}`)
  })
  const joined = (language: 'en' | 'fr') => texts.map((text) => text[language]).join('; ')
  return { en: joined('en'), fr: joined('fr') }
}

/** The values that an error of the library names in JSON. */
const listIn = (error: string): string | undefined =>
  /\[(.*)\]/.exec(error)?.[1]?.replaceAll('"', '').replaceAll(',', ', ')

/** @throws `collector-config-invalid` */
export function checkConfig(schema: JsonSchema, config: CollectorConfig): void {
  const reason = configFault(schema, config)
  if (reason !== undefined) throw problem('collector-config-invalid', { reason })
}
