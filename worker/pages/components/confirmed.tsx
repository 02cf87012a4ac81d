import type { Child } from 'hono/jsx'
import type { View } from '../view'

type Props = {
  view: View
  /** What the button does. */
  label: string
  /** What it is done to, for those who do not see the row. */
  object: string
  /** What follows from it. */
  warning: string
  action: string
  /** Inputs of the form. */
  children?: Child
}

/** A button that asks before it acts, without a script: it opens the question, with the button that acts. */
export function Confirmed({ view, label, object, warning, action, children }: Props) {
  return (
    <details class="confirmed">
      <summary class="button danger" aria-label={`${label}: ${object}`}>
        {label}
      </summary>
      <form method="post" action={action}>
        <p>{warning}</p>
        {children}
        <p class="button-row">
          <button class="danger" type="submit" aria-label={`${view.say('confirm')}: ${label}, ${object}`}>
            {view.say('confirm')}
          </button>
        </p>
      </form>
    </details>
  )
}
