import type { View } from '../view'
import { AdministrationFrame, type Result } from './frame'

/** A base application, of `GET /api/v1/admin/base-applications`. */
export type Model = {
  id: string
  url: string
  title: string
  version?: string
  public: boolean
  deprecated?: boolean
  nbApplications: number
}

/** The base applications: those that are registered, and a form for another. */
export function BaseApplicationsPage(props: {
  view: View
  models: readonly Model[]
  result: Result
  /** The type that was just registered, or changed. */
  saved?: { model: Model; isNew: boolean } | undefined
}) {
  const { view, models, result, saved } = props
  const { say, baseUrl } = view
  return (
    <AdministrationFrame view={view} part="base-apps" result={result}>
      {saved && <SavedModel view={view} {...saved} />}
      <h2>{say('admin:base-apps')}</h2>
      <ul class="models">
        {models.map((model) => (
          <ModelForm view={view} model={model} />
        ))}
      </ul>
      <form class="card form" method="post" action={`${baseUrl}/admin/base-apps`}>
        <h2>{say('registerModel')}</h2>
        <label>
          {say('modelAddress')}
          <input type="url" name="url" required placeholder="https://" />
        </label>
        <p class="quiet">{say('modelAddressHelp')}</p>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('register')}
          </button>
        </p>
      </form>
    </AdministrationFrame>
  )
}

/** The notice after a type of visualization is saved: its title, and the step that makes it available to other accounts. */
function SavedModel({ view: { say, baseUrl }, model, isNew }: { view: View; model: Model; isNew: boolean }) {
  const { id, title } = model
  return (
    <p class="notice" role="status">
      {say(isNew ? 'modelRegistered' : 'modelSaved', { title })}{' '}
      {model.public ? (
        <a href={`${baseUrl}/new-application`}>{say('createApplication')}</a>
      ) : (
        <>
          {say('modelForNobody')} <a href={`#${anchorOf(id)}`}>{say('allowModel')}</a>
        </>
      )}
    </p>
  )
}

const anchorOf = (id: string): string => `model-${id}`

function ModelForm({ view, model }: { view: View; model: Model }) {
  const { say, baseUrl } = view
  const { id, url, title, version, nbApplications } = model
  return (
    <li class="card" id={anchorOf(id)}>
      <form class="form model" method="post" action={`${baseUrl}/admin/base-apps/${encodeURIComponent(id)}`}>
        <img
          src={`${baseUrl}/admin/base-apps/${encodeURIComponent(id)}/picture`}
          alt=""
          width="120"
          height="80"
          loading="lazy"
        />
        <div class="model-fields">
          <label>
            {say('title')}
            <input name="title" value={title} required maxlength={200} />
          </label>
          <input type="hidden" name="shownTitle" value={title} />
          <p class="quiet">{[version, url, say('modelUses', { count: nbApplications })].filter(Boolean).join(' · ')}</p>
          <div class="button-row">
            <label class="choice">
              <input type="checkbox" name="public" value="true" checked={model.public} />
              {say('modelPublic')}
            </label>
            <label class="choice">
              <input type="checkbox" name="deprecated" value="true" checked={model.deprecated === true} />
              {say('modelDeprecated')}
            </label>
            <button type="submit" aria-label={say('labelled', { label: say('save'), text: title })}>
              {say('save')}
            </button>
          </div>
        </div>
      </form>
    </li>
  )
}
