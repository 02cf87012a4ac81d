import type { Application } from '../../applications'
import { limits } from '../../limits'
import { AccessForm } from '../access/form'
import { EditFrame } from '../components/edit-frame'
import { type Topic, TopicChoice } from '../edit/topics'
import type { View } from '../view'
import { allowsOn } from './access'
import { type ApplicationKey, ProtectedLinks } from './protected-links'

type Input = {
  view: View
  application: Application
  topics: Topic[]
  /** Undefined when the reader may not read the keys. */
  keys: ApplicationKey[] | undefined
  /** Those that may be given access. */
  departments: readonly { id: string; name: string }[]
  saved?: boolean
  refusal?: string
  form?: URLSearchParams
}

/** The forms of an application: description, access, protected links, deletion. */
export function ApplicationEditPage({ view, application, topics, keys, departments, saved, refusal, form }: Input) {
  const { say, baseUrl } = view
  const { metadata } = application
  const address = `${baseUrl}/application/${application.id}`
  const [setsPermissions, deletes] = [
    allowsOn(view, application, 'setPermissions'),
    allowsOn(view, application, 'delete'),
  ]
  return (
    <EditFrame
      view={view}
      heading={say('editApplication')}
      resource={{ title: metadata.title, address, back: say('backToApplication') }}
      current="applications"
      islands={['copy']}
      saved={saved}
      refusal={refusal}
      sections={[
        { id: 'description', label: say('tab:description') },
        ...(setsPermissions ? [{ id: 'access', label: say('access') }] : []),
        ...(keys ? [{ id: 'links', label: say('protectedLinks') }] : []),
        ...(deletes ? [{ id: 'delete', label: say('deleteTitle') }] : []),
      ]}
    >
      <DescriptionForm view={view} application={application} topics={topics} form={form} />
      {setsPermissions && (
        <AccessForm
          view={view}
          action={`${address}/edit`}
          resource={application}
          kind="application"
          departments={departments}
        />
      )}
      {keys && <ProtectedLinks view={view} application={application} keys={keys} />}
      {deletes && (
        <section class="card danger-zone">
          <h2 id="delete">{say('deleteTitle')}</h2>
          <p>{say('deleteApplicationHelp')}</p>
          <p>
            <a class="button danger" href={`${address}/delete`}>
              {say('deleteApplication')}
            </a>
          </p>
        </section>
      )}
    </EditFrame>
  )
}

type FormProps = Pick<Input, 'view' | 'application' | 'topics'> & { form: URLSearchParams | undefined }

function DescriptionForm({ view, application, topics, form }: FormProps) {
  const { say, baseUrl } = view
  const { metadata, id } = application
  const inputValue = (name: string, stored: string | null | undefined) => form?.get(name) ?? stored ?? ''
  return (
    <form class="form card" id="description" method="post" action={`${baseUrl}/application/${id}/edit`}>
      <h2>{say('tab:description')}</h2>
      <input type="hidden" name="part" value="metadata" />
      <label>
        {say('title')}
        <input name="title" value={inputValue('title', metadata.title)} required maxlength={1000} />
      </label>
      <label>
        {say('summary')}
        <input name="summary" value={inputValue('summary', metadata.summary)} maxlength={500} />
      </label>
      <label>
        {say('descriptionMarkdown')}
        <textarea name="description" rows={8} maxlength={limits.markdown.maxChars}>
          {inputValue('description', metadata.description)}
        </textarea>
      </label>
      <TopicChoice
        view={view}
        topics={topics}
        chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map((topic) => topic.id))}
      />
      <p class="button-row">
        <button class="primary" type="submit">
          {say('save')}
        </button>
      </p>
    </form>
  )
}
