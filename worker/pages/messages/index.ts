/** The texts of the pages in both languages. `singular|plural` are the forms for a `count`; `{name}` is a value. */
import type { Language } from '../../errors'
import { typeset } from '../../typography'
import { access } from './access'
import { activity } from './activity'
import { administration } from './administration'
import { applications } from './applications'
import { catalogue } from './catalogue'
import { collectors } from './collectors'
import { configuration } from './configuration'
import { dataset } from './dataset'
import { editable } from './editable'
import { extensions } from './extensions'
import { general } from './general'
import { grid } from './grid'
import { lines } from './lines'
import { members } from './members'
import { phrase } from './phrase'
import { problems } from './problems'
import { profile } from './profile'
import { publish } from './publishing/publish'
import { reading } from './publishing/reading'
import { remoteFile } from './publishing/remote-file'
import { replacement } from './publishing/replacement'
import { referenceData } from './reference-data'
import { remoteServices } from './remote-services'
import { settings } from './settings'
import { signIn } from './sign-in'
import { api } from './tabs/api'
import { charts } from './tabs/charts'
import { files } from './tabs/files'
import { history } from './tabs/history'
import { journal } from './tabs/journal'
import { map } from './tabs/map'
import { statistics } from './tabs/statistics'
import { table } from './tabs/table'

export type Sentence = Record<Language, string>

export const messages = {
  ...general,
  ...signIn,
  ...catalogue,
  ...dataset,
  ...table,
  ...charts,
  ...statistics,
  ...api,
  ...files,
  ...map,
  ...publish,
  ...reading,
  ...remoteFile,
  ...replacement,
  ...settings,
  ...profile,
  ...members,
  ...lines,
  ...editable,
  ...grid,
  ...history,
  ...journal,
  ...extensions,
  ...applications,
  ...remoteServices,
  ...referenceData,
  ...collectors,
  ...administration,
  ...activity,
  ...configuration,
  ...access,
  ...problems,
} satisfies Record<string, Sentence>
export type MessageKey = keyof typeof messages

/** The text of a message, with numbers formatted for the language. */
export function say(language: Language, key: MessageKey, values: Record<string, string | number> = {}): string {
  return phrase(template(language, key), language, values)
}

/** A message as its script gets it, for `phrase`. */
export function template(language: Language, key: MessageKey): string {
  const text = messages[key][language]
  return language === 'fr' ? typeset(text) : text
}
