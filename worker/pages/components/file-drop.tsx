import type { View } from '../view'
import { Icon } from './icon'

type Props = {
  view: View
  name: string /** What files are accepted. */
  notes: readonly string[]
  isDisabled?: boolean
}

/** A box that a file is dropped on or chosen with. With scripts its button stands for the one of the browser. */
export function FileDrop({ view: { say }, name, notes, isDisabled = false }: Props) {
  return (
    <label class="drop">
      <Icon name="upload" />
      <strong>{say('dropHere')}</strong>
      <input type="file" name={name} required disabled={isDisabled} title={say('chooseFile')} />
      <span class="button primary" aria-hidden="true">
        {say('chooseFile')}
      </span>
      {notes.map((note) => (
        <span class="quiet">{note}</span>
      ))}
    </label>
  )
}
