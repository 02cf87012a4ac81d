import { type Dataset, lineCount, type Version } from '../../datasets'
import { type StructureDifferences, structureDifferences } from '../../schema/merge-schema'
import { type ColumnUsers, usersOf } from '../dataset/column-users'
import { nameOf, typeText } from '../table/field'
import type { View } from '../view'
import { leftOutFields } from './broken-columns'
import type { RetypedColumn } from './check-types'
import { type RenameChoices, RenameFields } from './rename-choices'

/** What a new file changes for those who use the dataset. */
type FileChanges = StructureDifferences & { before: number | undefined } & ColumnUsers

/** Compares the draft of a dataset with what readers see; undefined when they see nothing yet. */
export async function changesOf(view: View, dataset: Dataset, draft: Version): Promise<FileChanges | undefined> {
  const { published } = dataset
  if (!published.lines) return undefined
  const differences = differencesOf(dataset, draft)
  const lost = lostIn(differences)
  const users =
    lost.length > 0 ? await usersOf(view, dataset, { after: draft.schema, lost }) : { users: [], unread: [], more: 0 }
  return { ...differences, before: lineCount(published), ...users }
}

/** Whether readers or applications lose something by the draft of a dataset. */
export const isBreaking = (dataset: Dataset, draft: Version): boolean =>
  dataset.published.lines !== undefined && lostIn(differencesOf(dataset, draft)).length > 0

/** The differences of the columns of a file; a computed column that the draft leaves out is missing too. */
function differencesOf(dataset: Dataset, draft: Version): StructureDifferences {
  const differences = structureDifferences(dataset.published.schema, draft.schema)
  const leftOut = leftOutFields(dataset, draft).map(({ key }) => key)
  return { ...differences, missing: [...differences.missing, ...leftOut] }
}

/** Columns that a sentence names. */
const maxNamed = 3

/** What may stop working when a draft is published, by its columns; undefined where nothing is lost. */
export function breakingText({ say }: View, dataset: Dataset, draft: Version): string | undefined {
  const { published } = dataset
  if (!published.lines) return undefined
  const { missing, changed } = differencesOf(dataset, draft)
  const named = (keys: readonly string[]) => {
    const fields = published.schema.filter(({ key }) => keys.includes(key)).slice(0, maxNamed)
    return fields.map(nameOf).join(', ') + (keys.length > maxNamed ? '…' : '')
  }
  const effects = [
    ...(missing.length > 0 ? [say('publishWithout', { columns: named(missing) })] : []),
    ...(changed.length > 0 ? [say('publishRetyped', { columns: named(changed) })] : []),
  ]
  if (effects.length === 0) return undefined
  return say('publishAnyway', { effects: effects.join(', '), count: missing.length + changed.length })
}

const lostIn = ({ missing, changed }: StructureDifferences): string[] => [...missing, ...changed]

type Props = {
  view: View
  dataset: Dataset
  /** With its renamed columns. */
  draft: Version
  changes: FileChanges
  after: number | undefined
  retyped: readonly RetypedColumn[]
  choices: RenameChoices
}

/** The effects of replacing the file, shown before confirmation. */
export function ChangesSection({ view, dataset, draft, changes, after, retyped, choices }: Props) {
  const { say } = view
  const { before, missing, added, changed, users, unread, more } = changes
  const known = new Map([...draft.schema, ...dataset.published.schema].map((field) => [field.key, field]))
  const names = (keys: readonly string[]) =>
    keys.map((key) => {
      const field = known.get(key)
      return field ? nameOf(field) : key
    })
  const typeChanges = changed.map((key) => {
    const [was, is] = [dataset.published.schema, draft.schema].map((schema) =>
      schema.find((field) => field.key === key),
    )
    return `${names([key])[0]} (${was ? typeText(view, was) : ''} → ${is ? typeText(view, is) : ''})`
  })
  const leftOut = retyped.flatMap(({ invalid, chosen }) => (chosen === 'leave' ? [invalid] : []))
  const [only] = leftOut.length === 1 && retyped.every(({ isExact }) => isExact) ? leftOut : []
  const count = (rows: number | undefined) => (rows === undefined ? '—' : view.number(rows))
  return (
    <section class="card changes">
      <h2>{say('fileChanges')}</h2>
      {choices.gone.length > 0 && <RenameFields view={view} {...choices} />}
      <dl>
        <dt>{say('rowsBeforeAfter')}</dt>
        <dd>
          {count(before)} → {count(after === undefined || only === undefined ? after : after - only)}
        </dd>
        {leftOut.length > 0 && (
          <>
            <dt>{say('rowsLeftOut')}</dt>
            <dd class="loss">
              {only === undefined ? say('rowsAtLeast', { count: Math.max(...leftOut) }) : view.number(only)}
            </dd>
          </>
        )}
        {[
          ['columnsGone', names(missing), true] as const,
          ['columnsRetyped', typeChanges, true] as const,
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
        {users.length + unread.length + more > 0 && (
          <>
            <dt>{say('usersBroken')}</dt>
            <dd class="loss">
              <ul>
                {users.map(({ address, title, keys, refusal }) => (
                  <li>
                    <a href={address}>{title}</a> ({names(keys).join(', ')})
                    {refusal && <p>{say('wouldFail', { reason: refusal })}</p>}
                  </li>
                ))}
                {unread.map(({ address, title }) => (
                  <li>
                    <a href={address}>{title}</a> ({say('configurationUnread')})
                  </li>
                ))}
                {more > 0 && <li>{say('moreUsers', { count: more })}</li>}
              </ul>
            </dd>
          </>
        )}
      </dl>
      {missing.length + added.length + changed.length + choices.renamed.length === 0 && <p>{say('sameColumns')}</p>}
    </section>
  )
}
