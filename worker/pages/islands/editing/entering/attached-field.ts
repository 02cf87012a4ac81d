/** The file of a row in its form: its name, a link to it, a button that removes it, and the choice of another one. */
import { attachmentAddress } from '../../../../schema/attachment-fields'
import type { GridColumn } from '../settings'
import type { Texts } from '../texts'
import { plainText, type Value } from '../values'

export type AttachedField = {
  /** Its value is the path of the file: it is emptied when the file is removed. */
  control: HTMLInputElement
  chooser: HTMLInputElement
  parts: readonly HTMLElement[]
}

export function attachedField(texts: Texts, column: GridColumn, value: Value): AttachedField {
  const control = document.createElement('input')
  control.type = 'hidden'
  control.value = plainText(value)
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.setAttribute('aria-label', `${texts.say('replaceAttachment')}: ${column.title}`)
  if (control.value === '') return { control, chooser, parts: [chooser] }
  const file = document.createElement('div')
  const name = document.createElement('span')
  const remove = document.createElement('button')
  file.className = 'button-row'
  name.textContent = texts.cell(column, value)
  remove.type = 'button'
  remove.textContent = texts.say('remove')
  remove.setAttribute('aria-label', `${texts.say('remove')}: ${name.textContent}`)
  remove.addEventListener('click', () => {
    file.remove()
    control.value = ''
    control.dispatchEvent(new Event('input', { bubbles: true }))
    chooser.focus()
  })
  file.append(name, linkTo(texts, control.value, name.textContent), remove)
  return { control, chooser, parts: [file, chooser] }
}

function linkTo(texts: Texts, path: string, name: string): HTMLAnchorElement {
  const link = document.createElement('a')
  const address = attachmentAddress(path)
  link.href = address === undefined ? path : `${texts.api}/attachments/${address}`
  link.target = '_blank'
  link.rel = 'noreferrer'
  link.textContent = texts.say('viewFile')
  link.setAttribute('aria-label', `${link.textContent}: ${name}`)
  return link
}
