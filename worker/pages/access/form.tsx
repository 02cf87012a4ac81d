import { contentTag } from '../../http/content-tag'
import type { Owner } from '../../identity'
import type { Permission } from '../../permissions'
import type { View } from '../view'
import { type Grant, grantsOf } from './grants'

type Props = {
  view: View
  /** URL that the forms are sent to, with `part=access…`. */
  action: string
  resource: { owner: Owner; permissions: readonly Permission[]; visibility: string }
  kind: 'dataset' | 'application'
  /** Departments of the owner. */
  departments: readonly { id: string; name: string }[]
}

/** Who may see and change a dataset or an application: everyone, and people and groups by name. */
export function AccessForm({ view, action, resource, kind, departments }: Props) {
  const { say } = view
  const { owner, permissions, visibility } = resource
  const tag = contentTag(permissions)
  return (
    <section class="card form">
      <h2 id="access">{say('access')}</h2>
      <form class="form" method="post" action={action}>
        <input type="hidden" name="part" value="access" />
        <input type="hidden" name="tag" value={tag} />
        {(['public', 'protected'] as const).map((access) => (
          <label class="choice">
            <input
              type="radio"
              name="access"
              value={access}
              checked={(visibility === 'public') === (access === 'public')}
            />
            <span>
              <strong>{say(`visibility:${access}`)}</strong>
              <span class="quiet">{say(kind === 'dataset' ? `access:${access}` : `applicationAccess:${access}`)}</span>
            </span>
          </label>
        ))}
        <p class="button-row">
          <button type="submit">{say('save')}</button>
        </p>
      </form>
      <h3>{say('peopleWithAccess')}</h3>
      <ul class="rows">
        <li>
          <div>
            <strong>
              {owner.type === 'organization'
                ? say('administratorsOf', { name: owner.departmentName ?? owner.name })
                : owner.name}
            </strong>
            <span class="quiet">{say('level:admin')}</span>
          </div>
        </li>
        {grantsOf(permissions).map((grant) => (
          <GrantRow view={view} action={action} grant={grant} tag={tag} />
        ))}
      </ul>
      <AddForm view={view} action={action} owner={owner} departments={departments} tag={tag} />
    </section>
  )
}

function GrantRow({ view, action, grant, tag }: { view: View; action: string; grant: Grant; tag: string }) {
  const { say } = view
  const name = whoText(view, grant.who)
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span class="quiet">
          {[say(`level:${grant.level}`), grant.others.length > 0 && othersText(view, grant.others)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <form method="post" action={action}>
        <input type="hidden" name="part" value="access-remove" />
        <input type="hidden" name="tag" value={tag} />
        <input type="hidden" name="key" value={grant.key} />
        <button class="danger" type="submit" aria-label={`${say('removeAccess')}: ${name}`}>
          {say('removeAccess')}
        </button>
      </form>
    </li>
  )
}

/** What is granted beyond a level, in words. */
function othersText({ say }: View, others: readonly string[]): string {
  const [deletes, rest] = [others.includes('delete'), others.filter((one) => one !== 'delete')]
  const more = rest.length > 0 && say('otherGrants', { count: rest.length, names: rest.join(', ') })
  return [deletes && say('grantDelete'), more].filter(Boolean).join(' · ')
}

/** A person or group in words. */
function whoText({ say }: View, { type, id, name, email, department, departmentName, roles = [] }: Permission): string {
  if (type === 'user') return id === '*' ? say('who:signed-in') : (email ?? name ?? id ?? '')
  const place = [name ?? id ?? '', department && department !== '-' ? (departmentName ?? department) : '']
  const group = place.filter(Boolean).join(' – ')
  if (roles.length === 0) return say('membersOf', { name: group })
  return roles.includes('contrib') ? say('contributorsOf', { name: group }) : `${group} (${roles.join(', ')})`
}

function AddForm({
  view,
  action,
  owner,
  departments,
  tag,
}: Pick<Props, 'view' | 'action' | 'departments'> & { owner: Owner; tag: string }) {
  const { say } = view
  const isOrganization = owner.type === 'organization'
  return (
    <form class="form" method="post" action={action}>
      <h3>{say('giveAccess')}</h3>
      <input type="hidden" name="part" value="access-add" />
      <input type="hidden" name="tag" value={tag} />
      {departments.map(({ id, name }) => (
        <input type="hidden" name={`name:${id}`} value={name} />
      ))}
      <div class="fields">
        <label>
          {say('who')}
          <select name="who">
            <option value="email">{say('who:email')}</option>
            {isOrganization && <option value="members">{say('membersOf', { name: owner.name })}</option>}
            {isOrganization && <option value="contributors">{say('contributorsOf', { name: owner.name })}</option>}
            {departments.map(({ id, name }) => (
              <option value={`department:${id}`}>{say('membersOf', { name: `${owner.name} – ${name}` })}</option>
            ))}
            <option value="organization">{say('who:organization')}</option>
            <option value="signed-in">{say('who:signed-in')}</option>
          </select>
        </label>
        <label>
          {say('whoName')}
          <input name="name" maxlength={200} />
        </label>
        <label>
          {say('mayDo')}
          <select name="level">
            {(['read', 'write', 'admin'] as const).map((level) => (
              <option value={level}>{say(`level:${level}`)}</option>
            ))}
          </select>
        </label>
      </div>
      <p class="quiet">{say('giveAccessHelp')}</p>
      <p class="button-row">
        <button type="submit">{say('giveAccess')}</button>
      </p>
    </form>
  )
}
