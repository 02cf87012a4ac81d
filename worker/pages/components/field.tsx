import type { Child } from 'hono/jsx'

/** The input of a form that was refused, by its name, and why. */
export type Refused<Input extends string = string> = { input: Input; text: string }

/** The refusal of an input, if it is the one that was refused. */
export const refusalAt = <Input extends string>(refused: Refused<Input> | undefined, input: Input) =>
  refused?.input === input ? refused.text : undefined

type Attributes = { 'aria-invalid'?: 'true'; 'aria-describedby'?: string; autofocus?: boolean }
type Props = { refusal: string | undefined; children: (attributes: Attributes) => Child }

/** An input with its label. A refusal is shown below it, and focuses it. A page shows one refusal at most. */
export function Field({ refusal, children }: Props) {
  if (refusal === undefined) return children({})
  const id = 'refusal-of-input'
  return (
    <div class="refused">
      {children({ 'aria-invalid': 'true', 'aria-describedby': id, autofocus: true })}
      <p class="refusal" id={id} role="alert">
        {refusal}
      </p>
    </div>
  )
}
