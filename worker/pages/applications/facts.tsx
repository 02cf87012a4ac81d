import type { Application } from '../../applications'
import { baseTexts } from '../../applications'
import type { View } from '../view'
import type { UsedDataset } from './used-datasets'

type Props = { view: View; application: Application; datasets: UsedDataset[] }

/** The facts beside the description of an application. */
export function ApplicationFacts({ view, application, datasets }: Props) {
  const { say, baseUrl } = view
  const { base, owner, metadata, updatedAt } = application
  const model = base && baseTexts(base, view.language)
  return (
    <dl class="facts-list">
      {datasets.length > 0 && (
        <>
          <dt>{say('applicationDatasets')}</dt>
          <dd>
            <ul>
              {datasets.map(({ id, title }) => (
                <li>
                  <a href={`${baseUrl}/dataset/${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {model && (
        <>
          <dt>{say('facet:base-application')}</dt>
          <dd>
            {model.title} <span class="quiet">{model.version}</span>
          </dd>
        </>
      )}
      <dt>{say('freshness')}</dt>
      <dd>
        <time datetime={updatedAt} title={view.dateTime(updatedAt)}>
          {view.ago(updatedAt)}
        </time>
      </dd>
      <dt>{say('owner')}</dt>
      <dd>{owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name}</dd>
      {metadata.topics && metadata.topics.length > 0 && (
        <>
          <dt>{say('facet:topics')}</dt>
          <dd class="chips">
            {metadata.topics.map((topic) => (
              <a class="chip" href={`${baseUrl}/applications?${new URLSearchParams({ topics: topic.id })}`}>
                {topic.title}
              </a>
            ))}
          </dd>
        </>
      )}
      <dt>{say('createdOn')}</dt>
      <dd>{view.date(application.createdAt)}</dd>
      <dt>{say('identifier')}</dt>
      <dd>
        <code>{application.id}</code>
      </dd>
      <dt>API</dt>
      <dd>
        <a href={`${baseUrl}/application/${application.id}/api-docs`}>{say('apiDescription')}</a>
      </dd>
    </dl>
  )
}
