/** The texts of the pages in both languages. `singular|plural` are the forms for a `count`; `{name}` is a value. */
import type { Language } from '../../errors'
import { api } from './api'
import { catalogue } from './catalogue'
import { charts } from './charts'
import { dataset } from './dataset'
import { files } from './files'
import { general } from './general'
import { lines } from './lines'
import { map } from './map'
import { members } from './members'
import { publish } from './publish'
import { settings } from './settings'
import { table } from './table'

export type Sentence = Record<Language, string>

export const messages = {
  ...general,
  ...catalogue,
  ...dataset,
  ...table,
  ...charts,
  ...api,
  ...files,
  ...map,
  ...publish,
  ...settings,
  ...members,
  ...lines,
} satisfies Record<string, Sentence>
export type MessageKey = keyof typeof messages

const numbers = { en: new Intl.NumberFormat('en'), fr: new Intl.NumberFormat('fr') }
const plurals = { en: new Intl.PluralRules('en'), fr: new Intl.PluralRules('fr') }

/** The text of a message, with numbers formatted for the language. */
export function say(language: Language, key: MessageKey, values: Record<string, string | number> = {}): string {
  const forms = messages[key][language].split('|')
  const { count } = values
  const isOne = typeof count === 'number' && plurals[language].select(count) === 'one'
  const text = (forms.length > 1 && !isOne ? forms[1] : forms[0]) ?? ''
  const spaced = language === 'fr' ? unbroken(text) : text
  return spaced.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numbers[language].format(value) : value
  })
}

/** French has a no-break space before double punctuation and inside guillemets. */
function unbroken(text: string): string {
  return text.replace(/ (?=[;:?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0')
}
