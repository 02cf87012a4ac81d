import { type Application, versionsFor } from '../../applications'
import { Icon } from '../components/icon'
import { Markdown } from '../components/markdown'
import { Visibility } from '../components/visibility'
import { Layout } from '../layout'
import { ShareButton, shareIslands } from '../share/button'
import { shownAudience } from '../share/grants'
import type { View } from '../view'
import { allowsOn } from './access'
import { AudienceNotice, PrivateData } from './audience'
import { CaptureDialog } from './capture'
import { ApplicationFacts } from './facts'
import { captureOf } from './pictures'
import { Preview } from './preview'
import { usedDatasets } from './used-datasets'

/** The page of an application: the application itself, its description, sharing and captures. */
export async function ApplicationPage({ view, application }: { view: View; application: Application }) {
  const { baseUrl, say } = view
  const { metadata, owner } = application
  const datasets = await usedDatasets(view, application)
  return (
    <Layout
      view={view}
      title={metadata.title}
      {...(metadata.summary ? { description: metadata.summary } : {})}
      {...(application.lastConfigured ? { picture: captureOf(view, application) } : {})}
      islands={[...shareIslands, 'application-frame']}
      current="applications"
      writesStyles
    >
      <div class="dataset-head">
        <div>
          <p class="eyebrow">
            <a href={`${baseUrl}/applications?${new URLSearchParams({ owner: `${owner.type}:${owner.id}` })}`}>
              {owner.name}
            </a>
          </p>
          <h1>
            {metadata.title}{' '}
            <span data-visibility={`/application/${application.id}`}>
              <Visibility view={view} audience={shownAudience(application)} />
            </span>
          </h1>
          {metadata.summary && <p class="lead">{metadata.summary}</p>}
        </div>
        <Actions view={view} application={application} />
      </div>
      <State view={view} application={application} />
      <PrivateData view={view} application={application} datasets={datasets} />
      <AudienceNotice view={view} application={application} datasets={datasets} />
      {await NewerVersion({ view, application })}
      {application.configuration && <Preview view={view} application={application} />}
      <div class="two-columns">
        <div>
          {metadata.description ? (
            <Markdown text={metadata.description} view={view} />
          ) : (
            <p class="quiet">{say('noApplicationDescription')}</p>
          )}
        </div>
        <aside>
          <ApplicationFacts view={view} application={application} datasets={datasets} />
        </aside>
      </div>
    </Layout>
  )
}

function Actions({ view, application }: { view: View; application: Application }) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/application/${application.id}`
  const configures = allowsOn(view, application, 'writeConfig')
  const isConfigured = application.configuration !== undefined
  return (
    <div class="actions">
      <ShareButton view={view} path={`/application/${application.id}`} />
      {isConfigured && <CaptureDialog view={view} application={application} />}
      {allowsOn(view, application, 'writeDescription') && (
        <a class="button" href={`${address}/edit`}>
          <Icon name="edit" />
          {say('edit')}
        </a>
      )}
      {configures && (
        <a class={isConfigured ? 'button' : 'button primary'} href={`${address}/config`}>
          <Icon name="settings" />
          {say('configure')}
        </a>
      )}
    </div>
  )
}

/** What keeps an application from being shown, and the next step, for those who configure it. */
function State({ view, application }: { view: View; application: Application }) {
  const { say, baseUrl } = view
  const { status, errorMessage, configuration } = application
  const configures = allowsOn(view, application, 'writeConfig')
  const link = configures && (
    <a class="button" href={`${baseUrl}/application/${application.id}/config`}>
      {say('configure')}
    </a>
  )
  if (!configuration) {
    return (
      <div class="notice" role="status">
        <p>{say(status === 'configured-draft' ? 'applicationOnlyDraft' : 'applicationNotConfigured')}</p>
        {link}
      </div>
    )
  }
  if (!configures) return null
  if (status === 'error') {
    return (
      <div class="notice danger" role="alert">
        <div>
          <p>{say('applicationFailed')}</p>
          {errorMessage && <Markdown text={errorMessage} view={view} />}
        </div>
        {link}
      </div>
    )
  }
  if (status !== 'configured-draft') return null
  return (
    <div class="notice" role="status">
      <p>{say('applicationDraftWaits')}</p>
      {link}
    </div>
  )
}

/** The newest version of the base application, for those who configure the application with an older one. */
async function NewerVersion({ view, application }: { view: View; application: Application }) {
  const { say, baseUrl } = view
  if (application.urlDraft !== undefined || !allowsOn(view, application, 'writeConfig')) return null
  const [newest] = await versionsFor(view.ctx, application)
  if (!newest || newest.isCurrent) return null
  return (
    <div class="notice" role="status">
      <p>{say('versionAvailable', { version: newest.version })}</p>
      <a class="button" href={`${baseUrl}/application/${application.id}/config`}>
        {say('configure')}
      </a>
    </div>
  )
}
