import type { Owner } from '../../identity'
import { limits } from '../../limits'
import type { Permission } from '../../permissions'
import { Field } from '../components/field'
import type { View } from '../view'
import { audienceOf, audiences, type Grant, grantsOf, type Level, levelNames } from './grants'
import type { Department } from './organization'
import type { Shared } from './shared-resource'

type Props = {
  view: View
  shared: Shared
  /** Address that the forms are sent to. */
  action: string
  /** Entity tag of the permissions in the forms. */
  tag: string
}

/** Who may see a resource, in addition to the people and groups in the list: nobody, the members of the organization, everybody. */
export function AudienceForm({ view, shared, action, tag }: Props) {
  const { say } = view
  const { kind, owner, permissions } = shared
  const current = audienceOf(permissions, owner)
  const organization = owner.departmentName ?? owner.name
  return (
    <form class="form" method="post" action={action} data-unsaved data-discard-access={say('discardAccess')}>
      <input type="hidden" name="part" value="access" />
      <input type="hidden" name="tag" value={tag} />
      <fieldset class="audiences">
        <legend class="visually-hidden">{say('access')}</legend>
        {audiences
          .filter((one) => one !== 'members' || owner.type === 'organization')
          .map((one) => (
            <label class="choice">
              <input type="radio" name="access" value={one} checked={one === current} />
              <span>
                <strong>{say(`audience:${one}`)}</strong>
                <span class="quiet">
                  {say(kind === 'dataset' ? `access:${one}` : `applicationAccess:${one}`, { organization })}
                </span>
              </span>
            </label>
          ))}
      </fieldset>
      <p class="button-row">
        <button class="primary" type="submit">
          {say('save')}
        </button>
      </p>
    </form>
  )
}

/** The people and groups with access, and what they may do. */
export function People(props: Props) {
  const { view, shared } = props
  const { owner } = shared
  const { say } = view
  return (
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
      {grantsOf(shared.permissions).map((grant) => (
        <Person {...props} grant={grant} />
      ))}
    </ul>
  )
}

function Person({ view, shared, action, tag, grant }: Props & { grant: Grant }) {
  const { say } = view
  const name = whoText(view, grant.who)
  const key = (
    <>
      <input type="hidden" name="tag" value={tag} />
      <input type="hidden" name="key" value={grant.key} />
    </>
  )
  // The API grants levels that this form does not offer for the resource.
  const levels = levelNames.filter((level) => level === grant.level || shared.levels.includes(level))
  return (
    <li class="person">
      <div>
        <strong>{name}</strong>
        {grant.others.length > 0 && <span class="quiet">{othersText(view, grant.others)}</span>}
      </div>
      <form method="post" action={action} class="button-row" data-unsaved data-discard-access={say('discardAccess')}>
        <input type="hidden" name="part" value="access-change" />
        {key}
        <select name="level" aria-label={say('labelled', { label: say('mayDo'), text: name })} required>
          {grant.level === 'custom' && (
            <option value="" selected>
              {say('level:custom')}
            </option>
          )}
          <LevelOptions view={view} levels={levels} chosen={grant.level} />
        </select>
        <button type="submit" aria-label={say('labelled', { label: say('save'), text: name })}>
          {say('save')}
        </button>
      </form>
      <form method="post" action={action}>
        <input type="hidden" name="part" value="access-remove" />
        {key}
        <button class="danger" type="submit" aria-label={say('labelled', { label: say('removeAccess'), text: name })}>
          {say('removeAccess')}
        </button>
      </form>
    </li>
  )
}

function LevelOptions({ view, levels, chosen }: { view: View; levels: readonly Level[]; chosen: string }) {
  return (
    <>
      {levels.map((level) => (
        <option value={level} selected={level === chosen}>
          {view.say(`level:${level}`)}
        </option>
      ))}
    </>
  )
}

/** The text of the classes and operations beyond a level. */
function othersText({ say }: View, others: readonly string[]): string {
  const [deletes, rest] = [others.includes('delete'), others.filter((one) => one !== 'delete')]
  const more = rest.length > 0 && say('otherGrants', { count: rest.length, names: rest.join(', ') })
  return [deletes && say('grantDelete'), more].filter(Boolean).join(' · ')
}

/** The text of a person or group. */
export function whoText(
  { say }: View,
  { type, id, name, email, department, departmentName, roles = [] }: Permission,
): string {
  if (type === 'user') return id === '*' ? say('who:signed-in') : (email ?? name ?? id ?? '')
  const place = [name ?? id ?? '', department && department !== '-' ? (departmentName ?? department) : '']
  const group = place.filter(Boolean).join(' – ')
  if (roles.length === 0) return say('membersOf', { name: group })
  return roles.includes('contrib') ? say('contributorsOf', { name: group }) : `${group} (${roles.join(', ')})`
}

type AddProps = Props & {
  departments: readonly Department[]
  /** Values of the refused form. */
  typed: URLSearchParams | undefined
  /** Why the name was refused. */
  refusal: string | undefined
}

/** Gives a person or a group access. */
export function AddForm({ view, shared, action, tag, departments, typed, refusal }: AddProps) {
  const { say } = view
  const who = typed?.get('who') ?? 'email'
  return (
    <form class="form give-access" method="post" action={action} data-unsaved={typed ? 'changed' : ''}>
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
            {choicesOf(view, shared.owner, departments).map(({ value, label }) => (
              <option value={value} selected={value === who}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {/* Groups have a name already: the styles hide it. */}
        <Field refusal={refusal}>
          {(attributes) => (
            <label class="named">
              {say('whoName')}
              <input
                name="name"
                value={typed?.get('name') ?? ''}
                maxlength={limits.accounts.maxNameChars}
                autocomplete="off"
                {...attributes}
              />
            </label>
          )}
        </Field>
        <label>
          {say('mayDo')}
          <select name="level">
            <LevelOptions view={view} levels={shared.levels} chosen={typed?.get('level') ?? 'read'} />
          </select>
        </label>
      </div>
      <p class="quiet named">
        {say('giveAccessHelp')}{' '}
        {say(view.ctx.mail.canSend && !view.ctx.mail.isLogged ? 'giveAccessMailed' : 'giveAccessUnmailed')}
      </p>
      <p class="button-row">
        <button type="submit">{say('giveAccess')}</button>
      </p>
    </form>
  )
}

function choicesOf({ say }: View, owner: Owner, departments: readonly Department[]) {
  const own =
    owner.type === 'organization'
      ? [
          { value: 'members', label: say('membersOf', { name: owner.name }) },
          { value: 'contributors', label: say('contributorsOf', { name: owner.name }) },
          ...departments.map(({ id, name }) => ({
            value: `department:${id}`,
            label: say('membersOf', { name: `${owner.name} – ${name}` }),
          })),
        ]
      : []
  return [
    { value: 'email', label: say('who:email') },
    ...own,
    { value: 'organization', label: say('who:organization') },
    { value: 'signed-in', label: say('who:signed-in') },
  ]
}
