import { limits } from '../../limits'
import { Confirmed, ConfirmedChoice } from '../components/confirmation'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'
import { type Invitation, Invitations } from './invitations'
import { RoleSelect, roleName } from './roles'

type Named = { id: string; name: string }
export type Member = Named & { role: string; email?: string; department?: string; departmentName?: string }
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
      {isAdmin && (
        <section class="card">
          <h2>{view.say('invitations')}</h2>
          <Invitations {...{ view, invitations, departments }} action={`${view.baseUrl}/settings`} />
        </section>
      )}
      {isAdmin && <Departments view={view} departments={departments} />}
    </SettingsFrame>
  )
}

function Members({ view, user, members, isAdmin }: Pick<Props, 'view' | 'user' | 'members' | 'isAdmin'>) {
  const { say, baseUrl } = view
  return (
    <section class="card">
      <h2>{say('settings:members')}</h2>
      <p class="quiet">{say('rolesHelp')}</p>
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
                  <RoleSelect
                    view={view}
                    chosen={member.role}
                    label={say('labelled', { label: say('role'), text: member.name })}
                  />
                  <button type="submit">{say('save')}</button>
                </form>
              ) : (
                <span class="quiet">{say(roleName(member.role))}</span>
              )}
              {(isAdmin || member.id === user.id) && !isOnlyAdministrator(member, members) && (
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

/** Whether an organization would be without an administrator if a member left. */
function isOnlyAdministrator(member: Member, members: readonly Member[]): boolean {
  const administers = ({ role, department }: Member) => role === 'admin' && !department
  return administers(member) && members.filter(administers).length === 1
}

function Departments({ view, departments }: Pick<Props, 'view' | 'departments'>) {
  const { say, baseUrl } = view
  return (
    <form class="card form" method="post" action={`${baseUrl}/settings/departments`} data-unsaved>
      {/* Enter saves: the first button of a form is its default. */}
      <button hidden type="submit" />
      <h2>{say('departments')}</h2>
      <p class="quiet">{say('departmentsHelp')}</p>
      {departments.map(({ id, name }) => (
        <div class="department">
          <input type="hidden" name="id" value={id} />
          <input
            name="name"
            value={name}
            required
            maxlength={limits.accounts.maxNameChars}
            aria-label={say('departmentName', { name })}
          />
          <ConfirmedChoice
            view={view}
            label={say('deleteDepartment')}
            object={name}
            warning={say('deleteDepartmentWarning', { name })}
            name="remove"
            value={id}
          />
        </div>
      ))}
      <label>
        {say('newDepartment')}
        <input type="hidden" name="id" value="" />
        <input name="name" maxlength={limits.accounts.maxNameChars} />
      </label>
      <p class="button-row">
        <button type="submit">{say('addDepartment')}</button>
        {departments.length > 0 && <button type="submit">{say('save')}</button>}
      </p>
    </form>
  )
}
