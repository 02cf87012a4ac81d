/**
 * On phones, the forms of the columns of a table (`data-fold`) are closed to a line that says what is chosen: a column opens at a touch.
 * Those with a proposal or a remark are open. Without this script all are.
 */
const narrow = matchMedia('(max-width: 40rem)')

for (const table of document.querySelectorAll<HTMLTableElement>('table[data-fold]')) {
  for (const row of table.tBodies[0]?.rows ?? []) addFold(row)
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
    chosen.textContent = choices(row)
    row.classList.toggle('folded', !open)
    button.setAttribute('aria-expanded', String(open))
    button.setAttribute('aria-label', [name, chosen.textContent].filter(Boolean).join(', '))
  }
  show(!narrow.matches || row.querySelector('.reason') !== null)
  button.addEventListener('click', () => show(row.classList.contains('folded')))
  narrow.addEventListener('change', ({ matches }) => show(!matches))
}

/** What the selects and the title say. */
function choices(row: HTMLTableRowElement): string {
  const selects = [...row.querySelectorAll('select')].filter(({ value }) => value !== '')
  const title = row.querySelector<HTMLInputElement>('input[name^=title-]')?.value
  return [title, ...selects.map(({ selectedOptions }) => selectedOptions[0]?.text)].filter(Boolean).join(' · ')
}
