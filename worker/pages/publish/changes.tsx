import { loadApplication } from '../../applications'
import { type Dataset, lineCount, type Version } from '../../datasets'
import { listDatasets, listQuery } from '../../datasets/list'
import { limits } from '../../limits'
import { structureDifferences } from '../../schema/merge'
import { listBesideDatasets } from '../applications/pictures'
import { nameOf, typeText } from '../table/field'
import type { View } from '../view'

/** What a new file changes for those who use the dataset. */
export type FileChanges = {
  before: number | undefined
  missing: string[]
  added: string[]
  changed: string[]
  /** Applications and virtual datasets that use a column that goes, or gets another type. */
  users: { address: string; title: string; keys: string[] }[]
}

/** Compares the draft of a dataset with what readers see; undefined when they see nothing yet. */
export async function changesOf(view: View, dataset: Dataset, draft: Version): Promise<FileChanges | undefined> {
  const { published } = dataset
  if (!published.lines) return undefined
  const differences = structureDifferences(published.schema, draft.schema)
  const lost = [...differences.missing, ...differences.changed]
  return {
    ...differences,
    before: lineCount(published),
    users:
      lost.length > 0
        ? [...(await applicationsOf(view, dataset, lost)), ...(await parentsOf(view, dataset, lost))]
        : [],
  }
}

/** Whether readers or applications lose something. */
export const isBreaking = (changes: FileChanges | undefined): boolean =>
  changes !== undefined && changes.missing.length + changes.changed.length > 0

async function applicationsOf(view: View, { id }: Dataset, lost: readonly string[]) {
  const size = String(limits.pages.datasetApplications)
  const { results } = await listBesideDatasets(view, { dataset: id, size, count: 'false', select: 'id,title' })
  const used = await Promise.all(
    results.map(async (application) => {
      if (!application.id) return []
      // A reader who may list an application may not read its configuration.
      const loaded = await loadApplication(view.ctx, application.id, 'readConfig').catch(() => undefined)
      const configuration = JSON.stringify(loaded?.configuration ?? {})
      const keys = lost.filter((key) => configuration.includes(JSON.stringify(key)))
      if (keys.length === 0) return []
      return [{ address: `${view.baseUrl}/application/${application.id}`, title: application.title ?? '', keys }]
    }),
  )
  return used.flat()
}

async function parentsOf(view: View, { id }: Dataset, lost: readonly string[]) {
  const { results } = await listDatasets(view.ctx, listQuery.parse({ children: id, size: '100', count: 'false' }))
  return results.flatMap((parent) => {
    const keys = lost.filter((key) => parent.schema?.some((field) => field.key === key))
    return keys.length > 0 ? [{ address: `${view.baseUrl}/dataset/${parent.id}`, title: parent.title, keys }] : []
  })
}

type Props = { view: View; dataset: Dataset; draft: Version; changes: FileChanges; after: number | undefined }

/** The changes, before anything is done. */
export function ChangesSection({ view, dataset, draft, changes, after }: Props) {
  const { say } = view
  const { before, missing, added, changed, users } = changes
  const known = new Map([...draft.schema, ...dataset.published.schema].map((field) => [field.key, field]))
  const names = (keys: readonly string[]) =>
    keys.map((key) => {
      const field = known.get(key)
      return field ? nameOf(field) : key
    })
  const retyped = changed.map((key) => {
    const [was, is] = [dataset.published.schema, draft.schema].map((schema) =>
      schema.find((field) => field.key === key),
    )
    return `${names([key])[0]} (${was ? typeText(view, was) : ''} → ${is ? typeText(view, is) : ''})`
  })
  const count = (rows: number | undefined) => (rows === undefined ? '—' : view.number(rows))
  return (
    <section class="card changes">
      <h2>{say('fileChanges')}</h2>
      <dl>
        <dt>{say('rowsBeforeAfter')}</dt>
        <dd>
          {count(before)} → {count(after)}
        </dd>
        {[
          ['columnsGone', names(missing), true] as const,
          ['columnsRetyped', retyped, true] as const,
          ['columnsNew', names(added), false] as const,
        ].map(
          ([key, list, isLoss]) =>
            list.length > 0 && (
              <>
                <dt>{say(key)}</dt>
                <dd class={isLoss ? 'loss' : ''}>{list.join(', ')}</dd>
              </>
            ),
        )}
        {users.length > 0 && (
          <>
            <dt>{say('usersBroken')}</dt>
            <dd class="loss">
              <ul>
                {users.map(({ address, title, keys }) => (
                  <li>
                    <a href={address}>{title}</a> ({names(keys).join(', ')})
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      {missing.length + added.length + changed.length === 0 && <p>{say('sameColumns')}</p>}
    </section>
  )
}
