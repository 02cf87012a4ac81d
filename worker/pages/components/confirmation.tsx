import type { Child } from 'hono/jsx'
import type { View } from '../view'

type Props = {
  view: View
  /** Text of the button. */
  label: string
  /** Title of the item acted on, for screen readers. */
  object: string
  /** Consequence, shown before the confirmation. */
  warning: string
  /** Whether the button is not in the colour of what destroys. */
  isHarmless?: boolean
  action: string
  /** Whether the question is shown at once, after an input was refused. */
  isOpen?: boolean
  /** Inputs of the form. */
  children?: Child
}

/** A button that asks before it acts, without a script: it opens the question, with the button that acts. */
export function Confirmed({ action, children, ...question }: Props) {
  return (
    <Question {...question}>
      {(button) => (
        <form method="post" action={action}>
          <p>{question.warning}</p>
          {children}
          {button}
        </form>
      )}
    </Question>
  )
}

/** A confirmation inside another form: its button submits that form with `name` and `value`, without validation. */
export function ConfirmedChoice(props: Omit<Props, 'action' | 'children'> & { name: string; value: string }) {
  const { name, value, ...question } = props
  return (
    <Question {...question} sent={{ name, value }}>
      {(button) => <Asked warning={question.warning} button={button} />}
    </Question>
  )
}

/** A confirmation whose button is for a script of the page, which finds it by `id`. */
export function ConfirmedByScript({ id, ...question }: Omit<Props, 'action' | 'children'> & { id: string }) {
  return (
    <div id={id} hidden>
      <Question {...question} isScripted>
        {(button) => <Asked warning={question.warning} button={button} />}
      </Question>
    </div>
  )
}

function Asked({ warning, button }: { warning: string; button: Child }) {
  return (
    <div class="question">
      <p>{warning}</p>
      {button}
    </div>
  )
}

type QuestionProps = Pick<Props, 'view' | 'label' | 'object' | 'isHarmless' | 'isOpen'> & {
  sent?: { name: string; value: string }
  isScripted?: boolean
  children: (button: Child) => Child
}

function Question({
  view,
  label,
  object,
  isHarmless = false,
  isOpen = false,
  sent,
  isScripted = false,
  children,
}: QuestionProps) {
  return (
    <details class={isHarmless ? 'confirmed harmless' : 'confirmed'} open={isOpen}>
      <summary
        class={isHarmless ? 'button' : 'button danger'}
        aria-label={view.say('labelled', { label, text: object })}
      >
        {label}
      </summary>
      {children(
        <p class="button-row">
          <button
            class={isHarmless ? 'primary' : 'danger'}
            type={isScripted ? 'button' : 'submit'}
            aria-label={view.say('labelled', { label: view.say('confirm'), text: `${label}, ${object}` })}
            {...(sent ? { ...sent, formnovalidate: true } : {})}
          >
            {view.say('confirm')}
          </button>
        </p>,
      )}
    </details>
  )
}
