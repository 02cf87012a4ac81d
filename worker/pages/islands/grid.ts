/** The page that edits the rows of a dataset as a spreadsheet. */

import { GridController } from './editing/grid-controller'
import { element } from './editing/notices'
import type { Settings } from './editing/settings'

// Written by the server in this shape.
const settings = JSON.parse(element('grid-settings').textContent ?? '{}') as Settings
const sheet = new GridController(settings)
void sheet.open().then(() => {
  // Keys pressed after the page opens go to the first cell.
  if (document.activeElement === document.body) element('grid').focus({ preventScroll: true })
})
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-opens], [data-closes]') : undefined
  // In small windows the tools are in a menu.
  const tool = target instanceof Element ? target.closest('button, a') : undefined
  tool?.closest<HTMLElement>('[popover]')?.hidePopover()
  if (!button) return
  const dialog = document.querySelector<HTMLDialogElement>(
    button.dataset.opens ? `#${button.dataset.opens}` : 'dialog[open]',
  )
  if (button.dataset.opens) dialog?.showModal()
  else dialog?.close()
})
