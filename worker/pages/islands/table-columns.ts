/** The columns of the table: their widths, their order under the pointer, and their choice, which is unchecked at once, and searched. */
import { foldAccents } from '../../schema/fold-accents'
import { isDragging, listenToWidths } from './columns/widths'

listenToWidths()

/** Sorts by the column under the pointer: ascending, descending, not at all. Its panel does the same with the keyboard. */
const sorter = document.createElement('a')
sorter.className = 'sort'
sorter.rel = 'nofollow'
sorter.tabIndex = -1
sorter.dataset.swap = ''

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (target === sorter) return
  const head = (target as Element).closest<HTMLElement>('.grid th[data-key]:not([data-unsortable])')
  if (!head || pointerType !== 'mouse' || isDragging()) return sorter.remove()
  const { key = '' } = head.dataset
  const sorted = head.ariaSort
  const next = sorted === 'descending' ? 2 : sorted === 'ascending' ? 1 : 0
  const url = new URL(location.href)
  for (const name of ['sort', 'after', 'column']) url.searchParams.delete(name)
  if (next < 2) url.searchParams.set('sort', next === 1 ? `-${key}` : key)
  sorter.href = url.href
  sorter.textContent = '↑↓×'.charAt(next)
  sorter.title = head.closest('table')?.dataset.sort?.split(',')[next] ?? ''
  head.append(sorter)
})

document.addEventListener('click', ({ target }) => {
  const form = (target as Element).closest<HTMLButtonElement>('[data-uncheck]')?.form
  for (const box of form?.querySelectorAll<HTMLInputElement>('[name=select]') ?? []) box.checked = false
})

/** The search in the list of columns hides the columns that do not match; their checkboxes keep their state. */
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.findColumn === undefined) return
  const sought = plain(target.value)
  for (const label of target.form?.querySelectorAll('label') ?? []) {
    label.hidden = !plain(label.textContent ?? '').includes(sought)
  }
})

document.addEventListener('keydown', (event) => {
  const { target, key } = event
  // Enter would apply the choice.
  if (key === 'Enter' && target instanceof HTMLElement && target.dataset.findColumn !== undefined)
    event.preventDefault()
})

// Columns that were just added are the last ones.
const added = document.querySelector<HTMLElement>('[data-added]')?.dataset.added
const heads = [...document.querySelectorAll<HTMLElement>('.grid th[data-key]')]
heads.find(({ dataset }) => dataset.key === added)?.scrollIntoView({ block: 'nearest', inline: 'start' })

const plain = (text: string): string => foldAccents(text.trim())
