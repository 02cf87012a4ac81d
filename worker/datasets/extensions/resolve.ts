/** Finds what extensions name. */
import type { Context } from '../../context'
import type { Dataset } from '../metadata/row'
import { datasetOf, datasetSource } from './dataset-source'
import type { Extension, RemoteExtension } from './definition'
import { expressionField, type Resolved, remoteColumns } from './fields'
import { serviceSource } from './service-source'
import type { ExtensionSource } from './source'

/**
 * The active extensions of a dataset, with their columns and sources, opened with the permissions of its owner.
 *
 * @param input.isUrgent a writer waits for the values
 * @throws `remote-service-unknown`, `remote-action-unknown`, `remote-service-restricted`, `master-data-refused`,
 *   `extension-output-unknown`
 */
export async function resolveExtensions(
  ctx: Context,
  {
    owner,
    extensions,
    isUrgent = false,
  }: { owner: Dataset['owner']; extensions: readonly Extension[] | null | undefined; isUrgent?: boolean },
): Promise<Resolved[]> {
  const resolved: Resolved[] = []
  for (const extension of extensions ?? []) {
    if (!extension.active) continue
    if (extension.type === 'exprEval') {
      resolved.push({ extension, fields: [expressionField(extension)] })
      continue
    }
    const source = await openSource(ctx, { owner, extension, isUrgent })
    resolved.push({ extension, source, ...remoteColumns(extension, source) })
  }
  return resolved
}

/** The inputs and the outputs of an action of a service or of a dataset, for a form. @throws what `resolveExtensions` throws */
export async function actionColumns(
  ctx: Context,
  { owner, serviceId, actionId }: { owner: Dataset['owner']; serviceId: string; actionId: string },
): Promise<{ inputs: { name: string; title: string }[]; outputs: { key: string; title?: string }[] }> {
  const extension: RemoteExtension = { active: true, type: 'remoteService', remoteService: serviceId, action: actionId }
  const { input, output } = await openSource(ctx, { owner, extension, isUrgent: false })
  return {
    inputs: input.map(({ name, title }) => ({ name, title: title ?? name })),
    outputs: output.map(({ name, title }) => ({ key: name, ...(title ? { title } : {}) })),
  }
}

async function openSource(
  ctx: Context,
  input: { owner: Dataset['owner']; extension: RemoteExtension; isUrgent: boolean },
): Promise<ExtensionSource> {
  const id = datasetOf(input.extension)
  return id === undefined ? serviceSource(ctx, input) : datasetSource(ctx, { ...input, id })
}
