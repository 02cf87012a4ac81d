import type { View } from '../view'

/** Reminds a super-administrator, outside of the administration, that the rights over all accounts are on. */
export function AdminBanner({ view }: { view: View }) {
  const { say, baseUrl, ctx } = view
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  if (actor?.type !== 'user' || !actor.adminMode) return null
  return (
    <form
      class="banner warning admin-banner"
      method="post"
      action={`${baseUrl}/admin-mode`}
      aria-label={say('administration')}
    >
      <span>{say('adminModeOn')}</span>
      <button type="submit" name="active" value="false">
        {say('leaveAdminMode')}
      </button>
    </form>
  )
}
