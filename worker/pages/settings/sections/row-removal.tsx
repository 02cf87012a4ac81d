import { ConfirmedChoice } from '../../components/confirmation'
import type { View } from '../../view'

/** The hidden number of a stored row, empty for a new one, and the button that removes it. */
export function RowRemoval(props: { view: View; at: number | undefined; title: string; warning: string }) {
  const { view, at, title, warning } = props
  return (
    <>
      <input type="hidden" name="row" value={at ?? ''} />
      {at !== undefined && (
        <ConfirmedChoice
          view={view}
          label={view.say('remove')}
          object={title}
          warning={warning}
          name="remove"
          value={String(at)}
        />
      )}
    </>
  )
}
