/** Messages with values. Pure: pages and their scripts use it. */
import type { Language } from '../../errors'

const numbers = { en: new Intl.NumberFormat('en'), fr: new Intl.NumberFormat('fr') }
const plurals = { en: new Intl.PluralRules('en'), fr: new Intl.PluralRules('fr') }

/** The text of a template: `singular|plural` are the forms for a `count`, `{name}` is a value, numbers are formatted. */
export function phrase(template: string, language: Language, values: Record<string, string | number> = {}): string {
  const forms = template.split('|')
  const { count } = values
  const isOne = typeof count === 'number' && plurals[language].select(count) === 'one'
  const text = (forms.length > 1 && !isOne ? forms[1] : forms[0]) ?? ''
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numbers[language].format(value) : value
  })
}
