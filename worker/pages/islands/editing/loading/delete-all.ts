/** The deletion of a selection of all loaded rows of a table that has others: of these alone, or of all rows found or of the dataset. */
import type { GridParts } from '../grid-parts'
import { element } from '../notices'
import type { CellRange } from '../selecting/selection'
import { everyRow } from './everything'

type Input = Pick<GridParts, 'settings' | 'rows' | 'texts' | 'notices' | 'keeper'>

type Deletions = {
  /** Deletes the rows of the selection. */
  deleteLoaded: () => void
  /** Deletes all rows of the search and filters; undefined: all rows of the dataset are deleted. */
  deleteFound: (() => void) | undefined
}

/** Asks which rows are deleted. */
export function chooseDeleted(
  input: Input,
  { top, bottom }: CellRange,
  { deleteLoaded, deleteFound }: Deletions,
): void {
  const { rows, texts } = input
  const dialog = element('delete-choice') as HTMLDialogElement // a dialog of the page
  const [loaded, all] = [bottom - top + 1, everyRow({ rows })]
  const choices = {
    selection: texts.say('deleteLoaded', { count: loaded }),
    all: texts.say(deleteFound ? 'deleteFound' : 'deleteAll', { count: all }),
  }
  for (const [value, text] of Object.entries(choices)) {
    const button = dialog.querySelector(`[value=${value}]`)
    if (button) button.textContent = text
  }
  const question = dialog.querySelector('p')
  if (question)
    question.textContent = texts.say(deleteFound ? 'deleteChoiceFound' : 'deleteChoice', { count: loaded, all })
  dialog.returnValue = ''
  dialog.onclose = () => {
    if (dialog.returnValue === 'selection') deleteLoaded()
    if (dialog.returnValue === 'all' && deleteFound) {
      if (confirm(texts.say('deleteManyRows', { count: all }))) deleteFound()
    } else if (dialog.returnValue === 'all' && confirm(texts.say('deleteAllConfirm', { count: all })))
      void deleteAll(input)
  }
  dialog.showModal()
}

async function deleteAll({ settings, texts, notices, keeper }: Input): Promise<void> {
  notices.remark(texts.say('deleting'))
  const answer = await fetch(`${settings.api}/lines`, { method: 'DELETE' }).catch(() => undefined)
  if (answer?.ok) {
    keeper.forget()
    location.reload()
  } else notices.remark(texts.say('allNotDeleted'))
}
