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
  /** Title of the resource, which has to be typed unless it can be restored. */
  title: string
  restorableUntil?: Date | undefined
  /** URL that the form is sent to. */
  action: string
  /** URL of the page to go back to. */
  back: string
  refused?: boolean
  losses: readonly DeletionEffect[]
}

/** The form of a deletion. One that is final requires the title, against mistakes. */
export function DeletePage(props: Props) {
  const { view, section, heading, confirmation, title, restorableUntil, action, back, refused, losses } = props
  const { say } = view
  const isFinal = restorableUntil === undefined
  return (
    <Layout view={view} title={say(heading)} current={section}>
      <form class="card form narrow" method="post" action={action}>
        <h1>{say(heading)}</h1>
        <Effects view={view} effects={losses} />
        <p>
          {isFinal
            ? say(confirmation, { title })
            : say('deleteRestorable', { title, date: view.date(restorableUntil.toISOString()) })}
        </p>
        {refused && (
          <p class="notice danger" role="alert">
            {say('deleteOtherTitle')}
          </p>
        )}
        {isFinal && (
          <label>
            {say('title')}
            <input name="title" required autocomplete="off" />
          </label>
        )}
        <p class="button-row">
          <button class="danger" type="submit">
            {say(isFinal ? 'deleteForEver' : 'deleteTitle')}
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
