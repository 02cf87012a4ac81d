import { standardLicenses, storedSettings } from '../../accounts'
import type { Application } from '../../applications'
import type { Dataset } from '../../datasets'
import type { Language } from '../../errors'
import type { View } from '../view'

export type Topic = NonNullable<Dataset['metadata']['topics']>[number]
export type Licence = { title: string; href: string }
type Stored = NonNullable<Awaited<ReturnType<typeof storedSettings>>>['settings']

/** What the settings of an account offer for the descriptions of its resources, and ask of them. */
export type AccountChoices = {
  topics: Topic[]
  licences: Licence[]
  /** Names of the API: known where one is typed, and not offered. */
  otherLicences: readonly Licence[]
  asked: NonNullable<Stored['datasetsMetadata']>
}

/** The licences that pages offer to every account: each once, in its latest version. The API lists those of data-fair. */
const commonLicences: readonly Licence[] = [
  { title: 'Licence Ouverte 2.0', href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/' },
  { title: 'ODbL 1.0', href: 'https://opendatacommons.org/licenses/odbl/1-0/' },
  { title: 'CC BY 4.0', href: 'https://creativecommons.org/licenses/by/4.0/' },
  { title: 'CC BY-SA 4.0', href: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  { title: 'CC0 1.0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  { title: 'ODC-BY 1.0', href: 'https://opendatacommons.org/licenses/by/1-0/' },
  { title: 'PDDL 1.0', href: 'https://opendatacommons.org/licenses/pddl/1-0/' },
]

const british: Licence = {
  title: 'Open Government Licence v3.0',
  href: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
}

/** The same with that of British administrations: the first one for readers of English, the last one for others. */
export const licencesIn = (language: Language): readonly Licence[] =>
  language === 'en' ? [british, ...commonLicences] : [...commonLicences, british]

/** The topics of the account and those that the resource already has, the licences of the account and others, what it asks. */
export async function choicesOfAccount(
  view: View,
  { owner, metadata }: Pick<Dataset | Application, 'owner' | 'metadata'>,
): Promise<AccountChoices> {
  const { settings } = (await storedSettings(view.ctx, { type: owner.type, id: owner.id })) ?? {}
  // The settings give every topic its id.
  const topics = (settings?.topics ?? []).flatMap(({ id, ...topic }) => (id ? [{ ...topic, id }] : []))
  const ids = new Set(topics.map(({ id }) => id))
  return {
    topics: [...topics, ...(metadata.topics ?? []).filter(({ id }) => !ids.has(id))],
    licences: [
      ...(settings?.licenses ?? []),
      ...licencesIn(view.language),
      ...('license' in metadata && metadata.license ? [metadata.license] : []),
    ],
    otherLicences: standardLicenses,
    asked: settings?.datasetsMetadata ?? {},
  }
}
