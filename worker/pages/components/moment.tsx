import type { MessageKey } from '../messages'
import type { View } from '../view'

/** The date and the time of an event: in UTC, which the script `moments` replaces with the time zone of the reader. */
export function Moment({ view, iso }: { view: View; iso: string }) {
  return (
    <time datetime={iso} data-moment>
      {view.dateTime(iso)}
    </time>
  )
}

const place = '\u001f'

/** A message with a moment in the place of its value. */
export function MessageWithMoment(props: { view: View; message: MessageKey; value: string; iso: string }) {
  const { view, message, value, iso } = props
  const [before, after] = view.say(message, { [value]: place }).split(place)
  return (
    <>
      {before}
      <Moment view={view} iso={iso} />
      {after}
    </>
  )
}
