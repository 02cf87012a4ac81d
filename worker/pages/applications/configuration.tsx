import { raw } from 'hono/html'
import type { Application, BaseVersion } from '../../applications'
import { Icon } from '../components/icon'
import { Document } from '../frame/document'
import type { View } from '../view'
import { allowsOn } from './access'
import { settingsOf } from './configuration-settings'

type Props = {
  view: View
  application: Application
  schema: Record<string, unknown>
  /** The draft, else the published configuration. */
  configuration: Record<string, unknown>
  /** Those that the draft may use, from the newest. */
  versions: readonly BaseVersion[]
  /** The leading colour of the preview. */
  primary: string
  /** Shown in a frame, without the way back to the application. */
  isFramed: boolean
}

/**
 * The configuration of an application: a form generated in the browser, and the preview of the draft. It has styles of its
 * own, since those of the form library and of the other pages are for the same elements.
 */
export function ConfigurationPage(props: Props) {
  const { view, application, schema, configuration, versions, primary, isFramed } = props
  const { say, baseUrl } = view
  const { id, metadata } = application
  const address = `${baseUrl}/application/${id}`
  const settings = settingsOf({ view, application, schema, configuration, isFramed })
  const isFirst = application.configuration === undefined
  const asksAudience = isFirst && application.visibility !== 'public' && allowsOn(view, application, 'setPermissions')
  return (
    <Document
      view={view}
      title={`${say('configure')} – ${metadata.title}`}
      islands={['configure']}
      styles="configure.css"
      writesStyles
    >
      <header class="bar">
        {!isFramed && (
          <a class="back" href={address}>
            <Icon name="back" />
            <span class="visually-hidden">{say('backToApplication')}</span>
          </a>
        )}
        <div class="titles">
          <h1>{metadata.title}</h1>
          <p id="state" role="status">
            {say(settings.isPublished ? 'draftUnchanged' : 'draftSaved')}
          </p>
        </div>
        <div class="bar-actions">
          {versions.length > 1 && <VersionSelect view={view} versions={versions} url={settings.urlDraft} />}
          {asksAudience && (
            <label class="opens">
              <input type="checkbox" id="opens" checked autocomplete="off" /> {say('visibleAsData')}
            </label>
          )}
          <button
            type="button"
            id="discard-draft"
            popovertarget="discard"
            aria-haspopup="dialog"
            disabled={settings.isPublished && !settings.urlDraft}
          >
            {say('discardApplicationDraft')}
          </button>
          <button type="button" class="primary" id="publish" disabled>
            {say('publishDraft')}
          </button>
        </div>
        <fieldset class="switch">
          <legend class="visually-hidden">{say('shownPart')}</legend>
          <button type="button" data-shows="form" aria-pressed="true">
            {say('configurationForm')}
          </button>
          <button type="button" data-shows="preview" aria-pressed="false">
            {say('preview')}
          </button>
        </fieldset>
      </header>
      <main id="main">
        <section class="form-part" aria-labelledby="form-heading">
          {/* The headings of the form are below one of the page. */}
          <h2 class="visually-hidden" id="form-heading">
            {say('configurationForm')}
          </h2>
          <p class="problem" id="problem" role="alert" hidden />
          <div id="form">
            <p class="loading">{say('loading')}</p>
            <noscript>
              <p>{say('needsScript')}</p>
            </noscript>
          </div>
        </section>
        <section class="preview-part" aria-label={say('preview')}>
          <p class="problem" id="application-error" role="alert" hidden>
            <strong>{say('applicationReports')}</strong> <span />
          </p>
          <iframe
            id="preview"
            src={`${baseUrl}/app/${id}?${new URLSearchParams({ draft: 'true', primary })}`}
            title={say('preview')}
          />
        </section>
      </main>
      <div class="dialog" id="discard" popover="auto" role="dialog" aria-labelledby="discard-title">
        <h2 id="discard-title">{say('discardApplicationDraft')}</h2>
        <p>{say(application.configuration ? 'discardHelp' : 'discardAllHelp')}</p>
        <p class="dialog-actions">
          <button type="button" popovertarget="discard" popovertargetaction="hide">
            {say('cancel')}
          </button>
          <button type="button" class="danger" id="discard-confirm">
            {say('discardApplicationDraft')}
          </button>
        </p>
      </div>
      <script type="application/json" id="settings">
        {raw(JSON.stringify(settings).replaceAll('<', '\\u003c'))}
      </script>
    </Document>
  )
}

/** The version of the base application that the draft uses. */
function VersionSelect({ view, versions, url }: { view: View; versions: readonly BaseVersion[]; url: string | null }) {
  const { say } = view
  return (
    <select id="version" aria-label={say('versionOfApplication')} autocomplete="off">
      {versions.map((one) => (
        <option value={one.url} selected={url === null ? one.isCurrent : one.url === url}>
          {say('versionNumber', { version: one.version })}
          {one.isCurrent && ` (${say('versionPublished')})`}
        </option>
      ))}
    </select>
  )
}
