/** What the configuration page gives to its script, and the hosts that the form may read lists from. Pure. */
import { z } from '@hono/zod-openapi'
import { type Application, baseAddress, baseTexts } from '../../applications'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import { applicationTitle } from './creation'

type Input = {
  view: View
  application: Application
  schema: Record<string, unknown>
  configuration: Record<string, unknown>
  isFramed: boolean
}

/** The settings that `islands/configuring/settings.ts` reads. */
export function settingsOf({ view, application, schema, configuration, isFramed }: Input) {
  const { baseUrl, language, say, nonce } = view
  const { id, owner, base, baseDraft, metadata, urlDraft } = application
  const declared = baseDraft ?? base
  const meta: Record<string, string> = declared ? baseTexts(declared, language).meta : {}
  const ownerText = `owner=${owner.type}:${owner.id}`
  // The script fills in the names of the missing settings.
  const texts = Object.fromEntries(
    Object.entries(textKeys).map(([name, key]) => [name, say(key, { missing: '{missing}' })]),
  )
  return {
    baseUrl,
    api: `${baseUrl}/api/v1/applications/${id}`,
    page: isFramed ? `${baseUrl}/embed/application/${id}/config` : `${baseUrl}/application/${id}?done=published`,
    language,
    nonce,
    schema,
    configuration,
    isPublished: application.configuration !== undefined && application.configurationDraft === undefined,
    url: baseAddress(application.url, baseUrl),
    urlDraft: urlDraft === undefined || urlDraft === application.url ? null : baseAddress(urlDraft, baseUrl),
    hasLayouts: meta['df:vjsf'] === '3',
    receivesConfiguration: meta['df:sync-config'] === 'true',
    context: {
      owner,
      ownerFilter: ownerText,
      datasetFilter: owner.department ? `${ownerText}:${owner.department}` : ownerText,
      remoteServiceFilter: '',
      attachments: metadata.attachments ?? [],
      application: { id, title: metadata.title, url: application.url },
      dataFairUrl: baseUrl,
      directoryUrl: `${baseUrl}/simple-directory`,
    },
    hasProposedTitle: isProposedTitle(metadata.title, { declared, configuration }),
    texts,
  }
}

/** Whether an application has the title that it was created with, in either language. */
function isProposedTitle(
  title: string,
  { declared, configuration }: { declared: Application['base']; configuration: Record<string, unknown> },
): boolean {
  const { data } = namedDatasets.safeParse(configuration.datasets)
  return (['en', 'fr'] as const).some(
    (language) => declared && title === applicationTitle(baseTexts(declared, language).title, data?.[0]?.title),
  )
}

const namedDatasets = z.array(z.object({ title: z.string().optional() }).nullable())

/** The texts of the script, by their names there. */
const textKeys = {
  unchanged: 'draftUnchanged',
  saving: 'draftSaving',
  saved: 'draftSaved',
  failed: 'draftFailedToSave',
  refused: 'draftRefused',
  invalid: 'configurationInvalid',
  incomplete: 'configurationIncomplete',
  unreachable: 'draftFailedToSave',
} as const satisfies Record<string, MessageKey>

/** Where a schema has the addresses of remote lists. */
const listKeys = new Set(['x-fromUrl', 'url', 'expr'])

/** The origins, other than that of the service, of the remote lists of a schema: the form may send requests to them. */
export function listOrigins(schema: unknown): string[] {
  const origins = new Set<string>()
  const visit = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      const [, origin] = listKeys.has(key) ? (/^(https:\/\/[a-z0-9.-]+(?::\d+)?)\//.exec(value) ?? []) : []
      if (origin) origins.add(origin)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, child] of Object.entries(value)) visit(child, name)
    }
  }
  visit(schema, '')
  return [...origins]
}
