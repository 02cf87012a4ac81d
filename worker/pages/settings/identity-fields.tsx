/** Fields that prove who changes the protection of an account. */
import { limits } from '../../limits'
import { Field } from '../components/field'
import type { View } from '../view'

/** An input that the API refused. `form`: the action of its form below the settings. */
export type RefusedInput = { form: string; input: 'password' | 'newPassword' | 'code'; text: string }

/** The refusal of an input of a form, if it is the one that was refused. */
export const refusalOfInput = (
  refused: RefusedInput | undefined,
  form: string,
  input: RefusedInput['input'],
): string | undefined => (refused?.form === form && refused.input === input ? refused.text : undefined)

type FieldProps = { view: View; refusal?: string | undefined }

/** The input of the current password; a hidden empty field for a user without a password. */
export function CurrentPassword({ view, hasPassword, refusal }: FieldProps & { hasPassword: boolean }) {
  if (!hasPassword) return <input type="hidden" name="password" value="" />
  return (
    <Field refusal={refusal}>
      {(attributes) => (
        <label>
          {view.say('currentPassword')}
          <input type="password" name="password" required autocomplete="current-password" {...attributes} />
        </label>
      )}
    </Field>
  )
}

/** The input of a new password. */
export function NewPassword({ view, refusal }: FieldProps) {
  const { minPasswordChars, maxPasswordChars } = limits.accounts
  return (
    <Field refusal={refusal}>
      {(attributes) => (
        <label>
          {view.say('nextPassword', { count: minPasswordChars })}
          <input
            type="password"
            name="newPassword"
            required
            minlength={minPasswordChars}
            maxlength={maxPasswordChars}
            autocomplete="new-password"
            {...attributes}
          />
        </label>
      )}
    </Field>
  )
}

/** The input of a code, which browsers fill in from password managers. */
export function CodeField({ label, refusal }: { label: string; refusal?: string | undefined }) {
  return (
    <Field refusal={refusal}>
      {(attributes) => (
        <label>
          {label}
          <input
            name="code"
            required
            maxlength={limits.twoFactor.maxCodeChars}
            autocomplete="one-time-code"
            spellcheck={false}
            {...attributes}
          />
        </label>
      )}
    </Field>
  )
}
