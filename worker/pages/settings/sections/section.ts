/** A section of the settings: what its page shows, and what its forms do. Where it is shown is not its concern. */
import type { Child } from 'hono/jsx'
import type { KeyScope } from '../../../identity'
import type { View } from '../../view'
import type { SettingsOutcome } from '../frame'

export const sectionNames = ['api-keys', 'datasets-metadata', 'licenses', 'topics', 'webhooks'] as const
export type SectionName = (typeof sectionNames)[number]

/** Requests of the reader to the API about the settings of an account; paths are relative to these. */
export type SettingsApi = {
  /** @throws `permission-missing` on an error */
  read: <Shape>(path?: string) => Promise<Shape>
  patch: (json: object) => Promise<Response>
  post: (path: string, json?: object) => Promise<Response>
  remove: (path: string) => Promise<Response>
}

export type Shown = {
  view: View
  api: SettingsApi
  /** URL of the forms of the section, for `action`; the path of each form is appended. */
  formsUrl: (path?: string) => string
  /** The scopes of keys that may be chosen. */
  scopes: readonly KeyScope[]
  /** The clear text of a new key. */
  created?: string | undefined
  /** The id of the item that was tried. */
  tried?: string | undefined
  /** The inputs of a form that was refused. */
  typed?: URLSearchParams | undefined
}

/** What a form did. `created` is shown once, so its page is not a redirect; `tried` is an item that tells the result itself. */
export type Sent = { answer: Response; created?: string | undefined } & ({ done: SettingsOutcome } | { tried: string })

export type Section = {
  /** Departments use those of their organization. */
  isOfWholeAccount: boolean
  render: (shown: Shown) => Promise<Child>
  /** The forms of the section, by their path. */
  forms: Record<string, (api: SettingsApi, form: URLSearchParams, shown: Pick<Shown, 'scopes'>) => Promise<Sent>>
}
