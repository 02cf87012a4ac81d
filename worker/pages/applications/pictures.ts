/** The pictures of applications, and of datasets, whose picture is that of their first application. */
import { type ApplicationList, listApplications, listQuery } from '../../applications/list'
import type { PictureAddresses } from '../components/picture'
import type { View } from '../view'

/** An application of a list. */
export type ListedApplication = ApplicationList['results'][number]

/** Its own image, else a capture of it once it is configured, else the picture of its base application. */
export function applicationPicture(
  { baseUrl, language }: Pick<View, 'baseUrl' | 'language'>,
  application: ListedApplication,
): PictureAddresses | undefined {
  const address = `${baseUrl}/api/v1/applications/${application.id}`
  if (application.image) return { light: `${address}/thumbnail` }
  const { id, updatedAt, lastConfigured, baseApp } = application
  if (id && lastConfigured && updatedAt) {
    const light = captureOf({ baseUrl, language }, { id, updatedAt })
    return { light, dark: `${light}&colorScheme=dark` }
  }
  if (typeof baseApp?.id !== 'string') return undefined
  return { light: `${baseUrl}/api/v1/base-applications/${baseApp.id}/thumbnail` }
}

/** The capture of a version of an application, in the language of the page. */
export function captureOf(
  { baseUrl, language }: Pick<View, 'baseUrl' | 'language'>,
  { id, updatedAt }: { id: string; updatedAt: string },
): string {
  return `${baseUrl}/api/v1/applications/${id}/capture?${new URLSearchParams({ updatedAt, lang: language })}`
}

/** The pictures of those of the applications that the reader may list, by id. */
export async function picturesOf(
  view: View,
  ids: readonly string[],
): Promise<Map<string, PictureAddresses | undefined>> {
  if (ids.length === 0) return new Map()
  const { results } = await listBesideDatasets(view, {
    ids: [...new Set(ids)].join(','),
    size: String(ids.length),
    count: 'false',
    select: 'id,image,updatedAt,lastConfigured,baseApp,-userPermissions',
  })
  return new Map(
    results.flatMap((application) => (application.id ? [[application.id, applicationPicture(view, application)]] : [])),
  )
}

/** Lists applications on pages of datasets: an API key without the scope of applications lists what everyone may list. */
export function listBesideDatasets({ ctx }: View, params: Record<string, string>): Promise<ApplicationList> {
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  const isScoped = actor?.type !== 'apiKey' || actor.scopes.length === 0 || actor.scopes.includes('applications')
  return listApplications(
    isScoped ? ctx : { ...ctx, identity: { actor: { type: 'anonymous' } } },
    listQuery.parse(params),
  )
}

/** The id of the first application of a dataset, from its `extras.applications`. */
export function firstApplicationOf(extras: Record<string, unknown> | null | undefined): string | undefined {
  return applicationIdsOf(extras)[0]
}

/** The ids of the applications of a dataset, in the order of its publisher. */
export function applicationIdsOf(extras: Record<string, unknown> | null | undefined): string[] {
  const listed = extras?.applications
  if (!Array.isArray(listed)) return []
  return listed.flatMap((entry: { id?: unknown } | null) => (typeof entry?.id === 'string' ? [entry.id] : []))
}
