import { Confirmed } from '../components/confirmed'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'

export const roles = ['admin', 'contrib', 'user'] as const
type Named = { id: string; name: string }
export type Member = Named & { role: string; email?: string; department?: string; departmentName?: string }
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
  user: User
  members: Member[]
  invitations: Invitation[]
  departments: Named[]
  isAdmin: boolean
  result: FormResult
}

/** The members of an organization with their roles, its invitations, and its departments. */
export function MembersPage({ view, user, members, invitations, departments, isAdmin, result }: Props) {
  return (
    <SettingsFrame view={view} user={user} part="members" result={result}>
      <Members view={view} user={user} members={members} isAdmin={isAdmin} />
      {isAdmin && <Invitations view={view} invitations={invitations} departments={departments} />}
      {isAdmin && <Departments view={view} departments={departments} />}
      {isAdmin && <Deletion view={view} name={user.account.name} />}
    </SettingsFrame>
  )
}

function Members({ view, user, members, isAdmin }: Pick<Props, 'view' | 'user' | 'members' | 'isAdmin'>) {
  const { say, baseUrl } = view
  return (
    <section class="card">
      <h2>{say('settings:members')}</h2>
      <ul class="rows">
        {members.map((member) => {
          const fields = (
            <>
              <input type="hidden" name="user" value={member.id} />
              <input type="hidden" name="department" value={member.department ?? ''} />
            </>
          )
          return (
            <li>
              <div>
                <strong>{member.name}</strong>
                <span class="quiet">{[member.email, member.departmentName].filter(Boolean).join(' · ')}</span>
              </div>
              {isAdmin ? (
                <form method="post" action={`${baseUrl}/settings/members/role`} class="button-row">
                  {fields}
                  <RoleSelect view={view} chosen={member.role} label={`${say('role')}: ${member.name}`} />
                  <button type="submit">{say('save')}</button>
                </form>
              ) : (
                <span class="quiet">{say(roleName(member.role))}</span>
              )}
              {(isAdmin || member.id === user.id) && (
                <Confirmed
                  view={view}
                  label={say(member.id === user.id ? 'leave' : 'remove')}
                  object={member.name}
                  warning={say(member.id === user.id ? 'leaveWarning' : 'removeMemberWarning')}
                  action={`${baseUrl}/settings/members/remove`}
                >
                  {fields}
                </Confirmed>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Invitations({ view, invitations, departments }: Pick<Props, 'view' | 'invitations' | 'departments'>) {
  const { say, baseUrl } = view
  return (
    <section class="card">
      <h2>{say('invitations')}</h2>
      <p class="quiet">{say(view.ctx.mail.canSend ? 'invitationsMailed' : 'invitationsHelp')}</p>
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
                <span class="code inline-code">
                  <code>{page}</code>
                  <button type="button" class="copy" data-copy hidden>
                    {say('copy')}
                  </button>
                </span>
              </div>
              <Confirmed
                view={view}
                label={say('remove')}
                object={email}
                warning={say('removeInvitationWarning')}
                action={`${baseUrl}/settings/invitations/remove`}
              >
                <input type="hidden" name="id" value={id} />
              </Confirmed>
            </li>
          ))}
        </ul>
      )}
      <form class="form" method="post" action={`${baseUrl}/settings/invitations`}>
        <div class="fields">
          <label>
            {say('email')}
            <input type="email" name="email" required autocomplete="off" />
          </label>
          <label for="invited-role">
            {say('role')}
            <RoleSelect view={view} chosen="contrib" label={say('role')} id="invited-role" />
          </label>
          {departments.length > 0 && (
            <label>
              {say('department')}
              <select name="department">
                <option value="">{say('wholeOrganization')}</option>
                {departments.map(({ id, name }) => (
                  <option value={id}>{name}</option>
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
    </section>
  )
}

function Departments({ view, departments }: Pick<Props, 'view' | 'departments'>) {
  const { say, baseUrl } = view
  return (
    <form class="card form" method="post" action={`${baseUrl}/settings/departments`}>
      <h2>{say('departments')}</h2>
      <p class="quiet">{say('departmentsHelp')}</p>
      <div class="fields">
        {[...departments, { id: '', name: '' }].map(({ id, name }) => (
          <label>
            {id ? <code>{id}</code> : say('newDepartment')}
            <input type="hidden" name="id" value={id} />
            <input name="name" value={name} maxlength={200} />
          </label>
        ))}
      </div>
      <p class="button-row">
        <button type="submit">{say('save')}</button>
      </p>
    </form>
  )
}

/** The deletion of the organization, confirmed by its name. */
function Deletion({ view, name }: { view: View; name: string }) {
  const { say, baseUrl } = view
  return (
    <section class="card danger-zone">
      <h2>{say('deleteOrganization')}</h2>
      <p class="quiet">{say('deleteOrganizationHelp')}</p>
      <details class="confirmed">
        <summary class="button danger">{say('deleteOrganization')}</summary>
        <form class="form" method="post" action={`${baseUrl}/settings/organization/delete`}>
          <p>{say('deleteOrganizationWarning')}</p>
          <label>
            {say('typeName', { name })}
            <input name="name" required autocomplete="off" />
          </label>
          <p class="button-row">
            <button class="danger" type="submit">
              {say('deleteOrganization')}
            </button>
          </p>
        </form>
      </details>
    </section>
  )
}

function RoleSelect(props: { view: View; chosen: string; label: string; id?: string }) {
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
