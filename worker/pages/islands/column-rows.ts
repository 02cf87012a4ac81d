/**
 * The columns of a form, each of which is a row of its table. A button `data-move` moves its row among the others; without this
 * script the form is requested with the new order. Below a concept, the number of values that contradict it.
 *
 * On phones, each column of a form (`data-fold`) is folded to one line with its title and selected options; a tap unfolds it. Columns
 * with a proposal or a remark start unfolded, and stay as they are when the form is replaced. Without this script all columns are
 * unfolded.
 */
const unfolded = new Map<string, boolean>()
const narrow = matchMedia('(max-width: 40rem)')

addFolds()
document.addEventListener('replaced', addFolds)

function addFolds(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-fold]')) {
    for (const row of table.tBodies[0]?.rows ?? []) if (!row.querySelector('button.fold')) addFold(row)
  }
}

function addFold(row: HTMLTableRowElement): void {
  const head = row.querySelector('th')
  if (!head) return
  const name = head.firstChild?.textContent ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'fold'
  const chosen = document.createElement('span')
  chosen.className = 'chosen'
  head.append(chosen, button)
  const show = (open: boolean) => {
    unfolded.set(name, open)
    chosen.textContent = choices(row)
    row.classList.toggle('folded', !open)
    button.setAttribute('aria-expanded', String(open))
    button.setAttribute('aria-label', [name, chosen.textContent].filter(Boolean).join(', '))
  }
  const isRemarked = row.querySelector('.reason, .invalid-values, .unfit-concept:not(:empty)') !== null
  show(!narrow.matches || (unfolded.get(name) ?? isRemarked))
  button.addEventListener('click', () => show(row.classList.contains('folded')))
  narrow.addEventListener('change', ({ matches }) => show(!matches))
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button[data-move]') : null
  const row = button?.closest('tr')
  if (!button || !row) return
  event.preventDefault()
  const next = button.dataset.move === 'up' ? row.previousElementSibling : row.nextElementSibling
  if (!next) return
  if (button.dataset.move === 'up') next.before(row)
  else next.after(row)
  // A row that is moved loses the focus.
  button.focus()
  button.dispatchEvent(new Event('input', { bubbles: true }))
  const rows = [...(row.parentElement?.children ?? [])]
  const status = document.querySelector('[data-moved]')
  const name = row.querySelector('th')?.firstChild?.textContent ?? ''
  if (status) status.textContent = `${name}: ${rows.indexOf(row) + 1} / ${rows.length}`
})

// The concept of a column is chosen: how many of its values contradict the concept.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.name.startsWith('concept-')) return
  const remark = target.parentElement?.querySelector<HTMLElement>('.unfit-concept')
  const count = target.selectedOptions[0]?.dataset.unfit
  if (remark) remark.textContent = count === undefined ? '' : (remark.dataset.text ?? '').replace('{count}', count)
})

/** The title and the selected options of a column. */
function choices(row: HTMLTableRowElement): string {
  const selects = [...row.querySelectorAll('select')].filter(({ value }) => value !== '')
  const title = row.querySelector<HTMLInputElement>('input[name^=title-]')?.value
  return [title, ...selects.map(({ selectedOptions }) => selectedOptions[0]?.text)].filter(Boolean).join(' · ')
}
