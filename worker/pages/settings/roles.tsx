import type { View } from '../view'

const roles = ['admin', 'contrib', 'user'] as const

export function RoleSelect(props: { view: View; chosen: string; label: string; id?: string }) {
  const { view, chosen, label, id } = props
  return (
    <select name="role" id={id} aria-label={label}>
      {roles.map((role) => (
        <option value={role} selected={role === chosen}>
          {view.say(roleName(role))}
        </option>
      ))}
    </select>
  )
}

/** The label of a role. */
export function roleName(role: string) {
  return `role:${roles.find((one) => one === role) ?? 'user'}` as const
}
