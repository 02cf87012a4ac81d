import packageJson from '../../../package.json'
import type { Instance } from '../../instance'
import type { View } from '../view'

/** The footer of every page: the links of the operator, those of the service, its version, the language. */
export function Footer({ view, instance }: { view: View; instance: Instance }) {
  const { say, baseUrl, ctx } = view
  // Who publishes enriches data with them.
  const isUser = 'actor' in ctx.identity && ctx.identity.actor.type === 'user'
  return (
    <footer>
      {instance.links?.map(({ title, href }) => (
        <a href={href}>{title}</a>
      ))}
      {isUser && <a href={`${baseUrl}/remote-services`}>{say('remoteServices')}</a>}
      <a href={`${baseUrl}/api-docs`}>{say('apiOfService')}</a>
      <span class="quiet">Fairway {packageJson.version}</span>
      <LanguageSwitch view={view} />
    </footer>
  )
}

/**
 * Each language by its own name; the choice is stored in a cookie. The answer to a form may have a key that is shown once, or
 * the typed texts: the other language opens in a new tab.
 */
function LanguageSwitch({ view }: { view: View }) {
  const other = view.language === 'fr' ? 'en' : 'fr'
  return (
    <form
      method="post"
      action={`${view.baseUrl}/language`}
      {...(view.answersForm ? { target: '_blank', rel: 'noopener' } : {})}
    >
      <input type="hidden" name="back" value={view.here.pathname + view.here.search} />
      <button class="plain" type="submit" name="to" value={other} lang={other}>
        {other === 'fr' ? 'Français' : 'English'}
      </button>
    </form>
  )
}
