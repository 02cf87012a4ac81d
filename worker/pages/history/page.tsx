import type { Dataset } from '../../datasets'
import type { HistoryChange, LineDifference, RevisionRange } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { type Field, nameOf } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { Confirmed } from '../components/confirmation'
import { allows, DatasetFrame } from '../dataset/frame'
import { refusalsByField, writable } from '../edit-rows/values'
import { Cell } from '../table/cell'
import { namingField } from '../table/row-label'
import type { View } from '../view'
import { authorText } from './author-text'
import type { Undone } from './undo-change'

type Props = {
  view: View
  dataset: Dataset
  changes: readonly (HistoryChange & { differences: readonly LineDifference[] })[]
  /** The number that older changes continue from. */
  before?: number | undefined
  /** One change is shown, with its rows. */
  isOne: boolean
  undone?: Undone | undefined
}

/** The changes of the rows of an editable dataset, newest first, each with what it did and a button that undoes it. */
export function HistoryPage({ view, dataset, changes, before, isOne, undone }: Props) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}/history`
  const fields = writable(dataset.published.schema)
  return (
    <DatasetFrame view={view} dataset={dataset} tab="table" ownStyles="editing.css">
      <h2>{say('rowsHistory')}</h2>
      {undone && <UndoneNotice view={view} fields={fields} undone={undone} />}
      {changes.length === 0 && <p class="empty">{say('noChange')}</p>}
      <ol class="journal">
        {changes.map((change) => (
          <li>
            <time datetime={change.date} title={view.dateTime(change.date)}>
              {view.ago(change.date)}
            </time>
            <div class="stack">
              <p>
                {change.author && <strong>{authorText(say, change.author)} · </strong>}
                {countsText(view, change)}
              </p>
              <Differences {...{ view, fields, differences: change.differences }} />
              {isOne && sizeOf(change) > change.differences.length && (
                <p class="quiet">{say('lastDifferences', { count: change.differences.length })}</p>
              )}
              <div class="button-row">
                {!isOne && sizeOf(change) > change.differences.length && (
                  <a class="button" href={`${address}?${queryOf(change)}`}>
                    {say('allDifferences')}
                  </a>
                )}
                {allows(view, dataset, 'bulkLines') && (
                  <Confirmed
                    view={view}
                    label={say('undoChange')}
                    object={view.dateTime(change.date)}
                    warning={say('undoChangeHelp')}
                    isHarmless
                    action={address}
                  >
                    <input type="hidden" name="first" value={change.first} />
                    <input type="hidden" name="last" value={change.last} />
                  </Confirmed>
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p class="button-row">
        {before !== undefined && (
          <a class="button" href={`${address}?${new URLSearchParams({ before: String(before) })}`}>
            {say('olderChanges')}
          </a>
        )}
        {isOne && <a href={address}>{say('rowsHistory')}</a>}
      </p>
    </DatasetFrame>
  )
}

const sizeOf = ({ created, modified, deleted }: HistoryChange): number => created + modified + deleted

const queryOf = ({ first, last }: RevisionRange) => new URLSearchParams({ first: String(first), last: String(last) })

function countsText({ say }: View, change: HistoryChange): string {
  const kinds = ['created', 'modified', 'deleted'] as const
  return kinds.flatMap((kind) => (change[kind] > 0 ? say(`change:${kind}`, { count: change[kind] }) : [])).join(', ')
}

function UndoneNotice({ view, fields, undone }: { view: View; fields: readonly Field[]; undone: Undone }) {
  const { say } = view
  const { restored, kept, refused, rows } = undone
  const sentences = [
    say('rowsRestored', { count: restored }),
    ...(kept > 0 ? [say('rowsKept', { count: kept })] : []),
    ...(refused > 0 ? [say('rowsNotRestored', { count: refused })] : []),
  ]
  return (
    <div class={refused > 0 || restored === 0 ? 'notice danger' : 'notice'} role="status">
      <p>{sentences.join(' ')}</p>
      {rows.length > 0 && (
        <ul>
          {rows.map(({ name, error }) => (
            <li>
              <strong>{name}</strong> — {reasonsOf(view, fields, error)}
            </li>
          ))}
          {refused > rows.length && <li>{say('otherRefusedRows', { count: refused - rows.length })}</li>}
        </ul>
      )}
    </div>
  )
}

/** Why a row was refused, by the titles of its columns. */
function reasonsOf(view: View, fields: readonly Field[], error: string): string {
  const titles = new Map(fields.map((field) => [field.key, nameOf(field)]))
  return [...refusalsByField(view, error, fields)]
    .map(([key, text]) => (key ? view.say('labelled', { label: titles.get(key) ?? key, text }) : text))
    .join(' ')
}

type DifferencesProps = { view: View; fields: readonly Field[]; differences: readonly LineDifference[] }

function Differences({ view, fields, differences }: DifferencesProps) {
  const label = namingField(fields)
  return (
    <ul class="differences">
      {differences.map(({ before, after }) => {
        const line = after ?? before
        const name = label && ownValue(line ?? {}, label.key)
        return (
          <li>
            {before && after && label && <strong>{String(name ?? '—')}</strong>}
            {fields
              .filter(({ key }) => isDifferent(valueIn(before, key), valueIn(after, key)))
              .slice(0, limits.pages.differenceColumns)
              .map((field) => (
                <span class="difference">
                  {nameOf(field)}{' '}
                  {valueIn(before, field.key) !== undefined && (
                    <del>
                      <Cell view={view} field={field} value={valueIn(before, field.key)} />
                    </del>
                  )}{' '}
                  {valueIn(after, field.key) !== undefined && (
                    <ins>
                      <Cell view={view} field={field} value={valueIn(after, field.key)} />
                    </ins>
                  )}
                </span>
              ))}
          </li>
        )
      })}
    </ul>
  )
}

const valueIn = (line: Record<string, unknown> | undefined, key: string): unknown =>
  ownValue(line ?? {}, key) ?? undefined

const isDifferent = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)
