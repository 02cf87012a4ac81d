import type { Application } from '../../applications'
import { trashUntil } from '../../resources'
import { DescriptionFields } from '../components/description-fields'
import { EditFrame } from '../components/edit-frame'
import { ActionSection, SaveBar } from '../components/edit-section'
import type { Refused } from '../components/field'
import type { Topic } from '../edit-dataset/account-choices'
import { TopicChoice } from '../edit-dataset/topics'
import type { View } from '../view'
import { allowsOn } from './access'

type Input = {
  view: View
  application: Application
  topics: Topic[]
  saved?: boolean
  refusal?: string
  refused?: Refused
  form?: URLSearchParams
}

/** The forms of an application: description, deletion. */
export function ApplicationEditPage({ view, application, topics, saved, refusal, refused, form }: Input) {
  const { say, baseUrl } = view
  const { metadata } = application
  const address = `${baseUrl}/application/${application.id}`
  const deletes = allowsOn(view, application, 'delete')
  const until = trashUntil(view.ctx)
  return (
    <EditFrame
      view={view}
      heading={say('editApplication')}
      path={`/application/${application.id}`}
      resource={{ title: metadata.title, address, back: say('backToApplication') }}
      current="applications"
      islands={[]}
      ownStyles="reviewing.css"
      saved={saved}
      refusal={refusal}
      sections={[
        { id: 'description', label: say('tab:description') },
        ...(deletes
          ? [
              { id: 'transfer', label: say('transferTitle') },
              { id: 'delete', label: say('deleteTitle') },
            ]
          : []),
      ]}
    >
      <DescriptionForm view={view} application={application} topics={topics} refused={refused} form={form} />
      {deletes && (
        <ActionSection
          id="transfer"
          title={say('transferTitle')}
          text={say('transferHelp')}
          href={`${address}/transfer`}
          label={say('transferApplication')}
          danger
        />
      )}
      {deletes && (
        <ActionSection
          id="delete"
          title={say('deleteTitle')}
          text={
            until
              ? say('deleteApplicationRestorableHelp', { date: view.date(until.toISOString()) })
              : say('deleteApplicationHelp')
          }
          href={`${address}/delete`}
          label={say('deleteApplication')}
          danger
        />
      )}
    </EditFrame>
  )
}

type FormProps = Pick<Input, 'view' | 'application' | 'topics'> & {
  refused: Refused | undefined
  form: URLSearchParams | undefined
}

function DescriptionForm({ view, application, topics, refused, form }: FormProps) {
  const { say, baseUrl } = view
  const { metadata, id } = application
  return (
    <form
      class="form card"
      id="description"
      method="post"
      action={`${baseUrl}/application/${id}/edit`}
      data-unsaved={form ? 'changed' : ''}
    >
      <h2>{say('tab:description')}</h2>
      <input type="hidden" name="part" value="metadata" />
      <DescriptionFields view={view} metadata={metadata} form={form} refused={refused} />
      <TopicChoice
        view={view}
        topics={topics}
        chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map((topic) => topic.id))}
      />
      <SaveBar view={view} />
    </form>
  )
}
