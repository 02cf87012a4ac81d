/** The earlier versions of a row, with a button that restores each. */
import { ownValue } from '../../../../schema/own-value'
import { authorText } from '../../../history/author-text'
import { element } from '../notices'
import type { Row } from '../row'
import type { GridColumn, Settings } from '../settings'
import type { Texts } from '../texts'
import { newValues, received, type Value, type Values } from '../values'

type Revision = Record<string, unknown> & {
  _id: string
  _action: string
  _updatedAt: string
  _updatedByName?: string
  _deleted?: boolean
}
type Input = { settings: Settings; row: Row; texts: Texts; onRestore: (values: Values) => void }

/** Revisions that are shown. */
const maxRevisions = 50

export async function openHistory({ settings, row, texts, onRestore }: Input): Promise<void> {
  const { say } = texts
  const dialog = element('row-history') as HTMLDialogElement // a dialog of the page
  const list = dialog.querySelector('[data-revisions]')
  if (!list) return
  const answer = await fetch(`${settings.api}/lines/${encodeURIComponent(row.id)}/revisions?size=${maxRevisions}`, {
    cache: 'no-store',
  }).catch(() => undefined)
  if (!answer?.ok) {
    list.textContent = say('historyUnread')
    dialog.showModal()
    return
  }
  const { results } = (await answer.json()) as { results: Revision[] } // of revisions, newest first
  const items = results.map((revision, at) => {
    const values = valuesOfRevision(settings, revision)
    const older = results[at + 1]
    const before = older && !older._deleted ? valuesOfRevision(settings, older) : newValues()
    const text = revision._deleted
      ? [say('revisionDeleted')]
      : settings.columns
          .filter(({ key }) => values[key] !== before[key])
          .map((column) => difference(texts, column, { before: before[column.key], after: values[column.key] }))
    const restore = () => {
      onRestore(values)
      dialog.close()
    }
    return revisionItem({ settings, revision, text, say, restore: at > 0 && !revision._deleted ? restore : undefined })
  })
  list.replaceChildren(...items)
  dialog.showModal()
}

/** The value of a column before and after a change, as the history of all rows shows it. */
function difference(texts: Texts, column: GridColumn, { before, after }: { before: Value; after: Value }): HTMLElement {
  const shown = document.createElement('span')
  shown.className = 'difference'
  shown.append(column.title)
  for (const [name, value] of [
    ['del', before],
    ['ins', after],
  ] as const) {
    if (value === undefined) continue
    const element = document.createElement(name)
    element.textContent = texts.cell(column, value)
    shown.append(' ', element)
  }
  return shown
}

export const valuesOfRevision = ({ columns }: Settings, revision: Record<string, unknown>): Values =>
  Object.fromEntries(columns.map((column) => [column.key, received(column, ownValue(revision, column.key))]))

type Shown = {
  settings: Settings
  revision: Pick<Revision, '_updatedAt' | '_updatedByName'>
  text: readonly (string | Node)[]
  say: Texts['say']
  /** Undefined for a version that cannot be restored. */
  restore: (() => void) | undefined
}

/** When a version was written and by whom, what it is, and the button that restores it. */
export function revisionItem({ settings, revision, text, say, restore }: Shown): HTMLLIElement {
  const dates = new Intl.DateTimeFormat(settings.locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const item = document.createElement('li')
  const description = document.createElement('div')
  const when = document.createElement('strong')
  const author = revision._updatedByName && authorText(say, revision._updatedByName)
  when.textContent = [dates.format(new Date(revision._updatedAt)), author].filter(Boolean).join(' · ')
  const changes = document.createElement('span')
  changes.className = 'quiet row-differences'
  changes.append(...text)
  description.append(when, changes)
  item.append(description)
  if (!restore) return item
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = say('restore')
  button.setAttribute('aria-label', `${say('restore')}: ${when.textContent}`)
  button.addEventListener('click', restore)
  item.append(button)
  return item
}
