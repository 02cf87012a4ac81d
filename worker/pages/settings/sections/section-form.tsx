import type { PropsWithChildren } from 'hono/jsx'
import type { View } from '../../view'

/** The form of a section that is saved as a whole: a title, an explanation, the fields, and the button that saves them. */
export function SectionForm(
  props: PropsWithChildren<{ view: View; action: string; title: string; explanation: string }>,
) {
  const { view, action, title, explanation, children } = props
  return (
    <form class="card form" method="post" action={action} data-unsaved>
      {/* Enter saves: the first button of a form is its default. */}
      <button hidden type="submit" />
      <h2>{title}</h2>
      <p class="quiet">{explanation}</p>
      {children}
      <p class="button-row">
        <button class="primary" type="submit">
          {view.say('save')}
        </button>
      </p>
    </form>
  )
}
