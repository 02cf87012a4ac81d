/** What the server gives to the configuration page. */
import type { Language } from '../../../errors'
export type Settings = {
  /** Base URL of the service, and of the API of the application. */
  baseUrl: string
  api: string
  /** URL of the page after a publication. */
  page: string
  language: Language
  nonce: string
  schema: Record<string, unknown>
  /** The draft, else the published configuration. */
  configuration: Record<string, unknown>
  /** There is a published configuration, and no draft. */
  isPublished: boolean
  /** The base application of the draft, when it is another one than the published one. */
  urlDraft: string | null
  url: string
  /** The schema has layouts of the library, instead of the `x-` annotations before them. */
  hasLayouts: boolean
  /** The application receives changes as messages. */
  receivesConfiguration: boolean
  /** The application has the title that it was created with. */
  hasProposedTitle: boolean
  /** Values of the expressions in the schema. */
  context: Record<string, unknown>
  texts: Record<string, string>
}
