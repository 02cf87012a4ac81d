import type { Section } from '../frame/header'
import { Layout } from '../layout'
import type { MessageKey } from '../messages'
import type { View } from '../view'

/** Something that is deleted, or stops working. */
export type DeletionEffect = {
  name: MessageKey
  text?: string
  links?: { address: string; title: string }[]
  more?: number
}

type Props = {
  view: View
  section: Section
  heading: MessageKey
  confirmation: MessageKey
  /** Title of the resource, which has to be typed. */
  title: string
  /** URL that the form is sent to. */
  action: string
  /** URL of the page to go back to. */
  back: string
  refused?: boolean
  losses: readonly DeletionEffect[]
}

/** The deletion form requires the title, against mistakes. */
export function DeletePage({ view, section, heading, confirmation, title, action, back, refused, losses }: Props) {
  const { say } = view
  return (
    <Layout view={view} title={say(heading)} current={section}>
      <form class="card form narrow" method="post" action={action}>
        <h1>{say(heading)}</h1>
        <Effects view={view} effects={losses} />
        <p>{say(confirmation, { title })}</p>
        {refused && (
          <p class="notice danger" role="alert">
            {say('deleteOtherTitle')}
          </p>
        )}
        <label>
          {say('title')}
          <input name="title" required autocomplete="off" />
        </label>
        <p class="button-row">
          <button class="danger" type="submit">
            {say('deleteForEver')}
          </button>
          <a class="button" href={back}>
            {say('cancel')}
          </a>
        </p>
      </form>
    </Layout>
  )
}

/** What a change of a resource does, as a list of terms. */
export function Effects({ view: { say }, effects }: { view: View; effects: readonly DeletionEffect[] }) {
  if (effects.length === 0) return null
  return (
    <dl class="losses">
      {effects.map(({ name, text, links = [], more = 0 }) => (
        <>
          <dt>{say(name)}</dt>
          <dd>
            {text}
            {links.length + more > 0 && (
              <ul>
                {links.map((link) => (
                  <li>
                    <a href={link.address}>{link.title}</a>
                  </li>
                ))}
                {more > 0 && <li>{say('lossesMore', { count: more })}</li>}
              </ul>
            )}
          </dd>
        </>
      ))}
    </dl>
  )
}
