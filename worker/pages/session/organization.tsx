import { limits } from '../../limits'
import { Layout } from '../layout'
import { roleName } from '../settings/roles'
import type { View } from '../view'

export type Invited = { email: string; role: string; organization: { id: string; name: string } }

/** What an accepted invitation gave; nothing for readers who act for themselves. */
export function JoinedNotice({ view }: { view: View }) {
  const { identity } = view.ctx
  const actor = 'actor' in identity ? identity.actor : undefined
  if (actor?.type !== 'user' || actor.account.type !== 'organization') return null
  const { account, role } = actor
  return (
    <p class="notice" role="status">
      {view.say('joined', { organization: account.name, role: view.say(roleName(role)) })}
    </p>
  )
}

/** The page of an invitation, which a signed-in user accepts. */
export function InvitationPage(props: { view: View; id: string; invitation: Invited; refusal?: string }) {
  const { view, id, invitation, refusal } = props
  const { say, baseUrl, ctx, here } = view
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  const back = new URLSearchParams({ back: here.pathname, email: invitation.email })
  return (
    <Layout view={view} title={say('invitationTitle')} current="account">
      <form class="card form narrow" method="post" action={`${baseUrl}/invitation/${id}`}>
        <h1>{say('joinTitle', { organization: invitation.organization.name })}</h1>
        <p>{say('joinText', { email: invitation.email, role: say(roleName(invitation.role)) })}</p>
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        {actor?.type === 'user' ? (
          <button class="primary" type="submit">
            {say('join')}
          </button>
        ) : (
          <p class="button-row">
            {/* Most of those who are invited have no account yet. */}
            <a class="button primary" href={`${baseUrl}/sign-up?${back}`}>
              {say('signUp')}
            </a>
            <a class="button" href={`${baseUrl}/sign-in?${back}`}>
              {say('signIn')}
            </a>
          </p>
        )}
      </form>
    </Layout>
  )
}

/** The form for a new organization. */
export function NewOrganizationPage({ view, name, refusal }: { view: View; name?: string; refusal?: string }) {
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('newOrganization')} current="account">
      <form class="card form narrow" method="post" action={`${baseUrl}/new-organization`}>
        <h1>{say('newOrganization')}</h1>
        <p class="quiet">{say('newOrganizationHelp')}</p>
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        <label>
          {say('organizationName')}
          <input name="name" value={name ?? ''} required maxlength={limits.accounts.maxNameChars} />
        </label>
        <button class="primary" type="submit">
          {say('create')}
        </button>
      </form>
    </Layout>
  )
}
