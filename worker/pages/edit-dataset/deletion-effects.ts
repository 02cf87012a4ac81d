/** What goes with a dataset or an application, and what stops working. */
import type { Application } from '../../applications'
import { listApplications, listQuery } from '../../applications/list'
import { type Dataset, lineCount, present } from '../../datasets'
import { limits } from '../../limits'
import { dependentsOf } from '../dataset/dependents'
import type { View } from '../view'
import type { DeletionEffect } from './delete-form'

export async function deletionEffectsOfDataset(view: View, dataset: Dataset): Promise<DeletionEffect[]> {
  const { ctx, baseUrl, say } = view
  const { applications, parents, extended, more } = await dependentsOf(view, dataset.id)
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : { type: 'anonymous' as const }
  const document = present(dataset, { actor, baseUrl, site: ctx.site, language: ctx.language })
  // The rows of a virtual dataset are those of its children, which stay.
  const rows = dataset.nature === 'virtual' ? undefined : lineCount(dataset.published)
  const file = document.originalFile?.name
  const attachments = document.attachments?.length ?? 0
  const linksOf = (results: readonly { id?: string; title?: string }[], kind: 'application' | 'dataset') =>
    results.flatMap(({ id, title }) => (id ? { address: `${baseUrl}/${kind}/${id}`, title: title ?? id } : []))
  const users = [
    ...linksOf(applications, 'application'),
    ...linksOf(parents, 'dataset'),
    ...linksOf(extended, 'dataset'),
  ]
  return [
    ...(rows === undefined ? [] : [{ name: 'rows' as const, text: view.number(rows) }]),
    ...(file ? [{ name: 'file' as const, text: file }] : []),
    ...(attachments > 0 ? [{ name: 'lossFiles' as const, text: view.number(attachments) }] : []),
    ...(document.storage?.size ? [{ name: 'lossStorage' as const, text: view.bytes(document.storage.size) }] : []),
    ...(dataset.draft ? [{ name: 'lossDraft' as const, text: dataset.draft.originalFile?.name ?? say('yes') }] : []),
    ...(dataset.links.length > 0 ? [{ name: 'protectedLinks' as const, text: view.number(dataset.links.length) }] : []),
    ...(users.length + more > 0 ? [{ name: 'lossUsers' as const, links: users, more }] : []),
    { name: 'lossLinks', text: say('lossDatasetLinks') },
  ]
}

/** What deleting an application removes or breaks. @param links number of its protected links */
export async function deletionEffectsOfApplication(
  view: View,
  { id }: Application,
  links: number,
): Promise<DeletionEffect[]> {
  const size = String(limits.pages.dependents)
  const { results, count = 0 } = await listApplications(view.ctx, listQuery.parse({ application: id, size }))
  const parents = results.flatMap((one) =>
    one.id ? { address: `${view.baseUrl}/application/${one.id}`, title: one.title ?? one.id } : [],
  )
  return [
    ...(links > 0 ? [{ name: 'protectedLinks' as const, text: view.number(links) }] : []),
    ...(count > 0 ? [{ name: 'lossUsers' as const, links: parents, more: count - parents.length }] : []),
    { name: 'lossLinks', text: view.say('lossApplicationLinks') },
  ]
}
