import type { Application } from '../../applications'
import { contentTag } from '../../http/content-tag'
import { anyoneCan } from '../../permissions'
import { Copied, embedCode } from '../components/copied'
import { DialogButton } from '../components/dialog'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { allowsOn } from './access'

/** The dialog with the addresses of an application, and the code that embeds it. */
export function ShareDialog({ view, application }: { view: View; application: Application }) {
  const { say, baseUrl } = view
  const { id, permissions } = application
  const isOpen = anyoneCan('readConfig', permissions)
  return (
    <DialogButton view={view} id="share" icon="link" title={say('share')}>
      {!isOpen && (
        <div class="notice">
          {say('applicationShareRestricted')}
          {allowsOn(view, application, 'setPermissions') && (
            <form method="post" action={`${baseUrl}/application/${id}/edit`}>
              <input type="hidden" name="part" value="access" />
              <input type="hidden" name="access" value="public" />
              <input type="hidden" name="tag" value={contentTag(permissions)} />
              <button type="submit" name="back" value="application">
                {say('openToEveryone')}
              </button>
            </form>
          )}
          {allowsOn(view, application, 'setKeys') && (
            <a href={`${baseUrl}/application/${id}/edit#links`}>{say('protectedLinks')}</a>
          )}
        </div>
      )}
      {allowsOn(view, application, 'writeDescription') && (
        <p>
          <a class="button" href={`${baseUrl}/visitor/application/${id}`}>
            <Icon name="eye" />
            {say('viewAsVisitor')}
          </a>
        </p>
      )}
      <Copied view={view} label={say('address')} text={`${baseUrl}/application/${id}`} />
      <Copied view={view} label={say('applicationAlone')} text={`${baseUrl}/app/${id}`} />
      <Copied view={view} label={say('applicationEmbed')} text={embedCode(`${baseUrl}/app/${id}`)} />
    </DialogButton>
  )
}
