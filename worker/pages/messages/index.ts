/**
 * The sentences of the pages, each in both languages beside each other. `one|other` are the forms for a `count`; values
 * stand between braces.
 */
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

/** Says something in a language. Numbers are written as that language writes them. */
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

/** French sets a space before double signs, where no row may end. */
function unbroken(text: string): string {
  return text.replace(/ (?=[;:?!»])/g, '\u00a0').replaceAll('« ', '«\u00a0')
}
