import type { View } from '../view'
import { variableGroups } from './configuration-values'
import { AdministrationFrame, type Result } from './frame'

/** The page of the variables of the instance: their values, advice on those that are not set, and a test message. */
export function ConfigurationPage({ view, result }: { view: View; result: Result }) {
  const { say, baseUrl } = view
  return (
    <AdministrationFrame view={view} part="configuration" result={result}>
      <p class="lead">{say('configurationHelp')}</p>
      {variableGroups(view).map(({ title, variables }) => (
        <section class="card">
          <h2>{say(title)}</h2>
          <section class="scroller" tabindex={0} aria-label={say(title)}>
            <table class="figures configuration">
              <thead>
                <tr>
                  <th scope="col">{say('setting')}</th>
                  <th scope="col">{say('settingValue')}</th>
                </tr>
              </thead>
              <tbody>
                {variables.map(({ name, value, advice }) => (
                  <tr>
                    <th scope="row">
                      {say(`variable:${name}`)}
                      <br />
                      <code>{name}</code>
                    </th>
                    <td>
                      {value ?? <span class={advice ? 'chip warn' : 'quiet'}>{say('isUnset')}</span>}
                      {value === undefined && advice && <p class="quiet">{say(advice)}</p>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {title === 'variables:mail' && view.ctx.mail.canSend && (
            <form method="post" action={`${baseUrl}/admin/configuration/test-mail`}>
              <button type="submit">{say('sendTestMail')}</button>
            </form>
          )}
        </section>
      ))}
    </AdministrationFrame>
  )
}
