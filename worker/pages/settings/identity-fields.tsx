/** Fields that prove who changes the protection of an account. */
import { limits } from '../../limits'
import type { View } from '../view'

/** The input of the current password; a hidden empty field for a user without a password. */
export function CurrentPassword({ view, hasPassword }: { view: View; hasPassword: boolean }) {
  if (!hasPassword) return <input type="hidden" name="password" value="" />
  return (
    <label>
      {view.say('currentPassword')}
      <input type="password" name="password" required autocomplete="current-password" />
    </label>
  )
}

/** The input of a code, which browsers fill in from password managers. */
export function CodeField({ label }: { label: string }) {
  return (
    <label>
      {label}
      <input
        name="code"
        required
        maxlength={limits.twoFactor.maxCodeChars}
        autocomplete="one-time-code"
        spellcheck={false}
      />
    </label>
  )
}
