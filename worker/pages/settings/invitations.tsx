import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { Confirmed } from '../components/confirmation'
import { CopiedInline } from '../components/copy-button'
import { forward } from '../forward'
import type { PageContext } from '../send'
import type { View } from '../view'
import { RoleSelect, roleName } from './roles'

export type Invitation = {
  id: string
  email: string
  role: string
  department?: string
  expiresAt: string
  page: string
}

type Props = {
  view: View
  /** Path of the page: forms are sent to `/invitations` and `/invitations/remove` below. */
  action: string
  invitations: readonly Invitation[]
  departments: readonly { id: string; name: string }[]
  /** The role that the form proposes. */
  role?: string
  /** Values of the refused form. */
  typed?: URLSearchParams | undefined
}

/** The pending invitations to an organization, and the form of another. */
export function Invitations({ view, action, invitations, departments, role = 'contrib', typed }: Props) {
  const { say } = view
  return (
    <>
      <p class="quiet">
        {say(view.ctx.mail.canSend && !view.ctx.mail.isLogged ? 'invitationsMailed' : 'invitationsHelp')}
      </p>
      {invitations.length > 0 && (
        <ul class="rows">
          {invitations.map(({ id, email, role, department, expiresAt, page }) => (
            <li>
              <div>
                <strong>{email}</strong>
                <span class="quiet">
                  {[
                    say(roleName(role)),
                    departments.find((one) => one.id === department)?.name,
                    say('validUntil', { date: view.date(expiresAt) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <CopiedInline view={view} text={page} />
              </div>
              <Confirmed
                view={view}
                label={say('remove')}
                object={email}
                warning={say('removeInvitationWarning')}
                action={`${action}/invitations/remove`}
              >
                <input type="hidden" name="id" value={id} />
              </Confirmed>
            </li>
          ))}
        </ul>
      )}
      <form class="form" method="post" action={`${action}/invitations`} data-unsaved={typed ? 'changed' : ''}>
        <input type="hidden" name="part" value="invite" />
        <div class="fields">
          <label>
            {say('email')}
            <input type="email" name="email" value={typed?.get('email') ?? ''} required autocomplete="off" />
          </label>
          <label for="invited-role">
            {say('role')}
            <RoleSelect view={view} chosen={typed?.get('role') ?? role} label={say('role')} id="invited-role" />
          </label>
          {departments.length > 0 && (
            <label>
              {say('department')}
              <select name="department">
                <option value="">{say('wholeOrganization')}</option>
                {departments.map(({ id, name }) => (
                  <option value={id} selected={id === typed?.get('department')}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('invite')}
          </button>
        </p>
      </form>
    </>
  )
}

/** Sends the form of an invitation to the API. @param input.organization path of the organization */
export async function sendInvitation(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  input: { organization: string; form: URLSearchParams },
): Promise<{ answer: Response; isMailed: boolean }> {
  const { organization, form } = input
  const department = form.get('department')
  const json = { email: form.get('email')?.trim(), role: form.get('role'), ...(department ? { department } : {}) }
  const answer = await forward(c, app, `${organization}/invitations`, { method: 'POST', json })
  if (!answer.ok) return { answer, isMailed: false }
  const { isMailed } = (await answer.json()) as { isMailed: boolean } // the schema of the route
  return { answer, isMailed }
}
