import type { Failure } from '../../administration'
import { printedText } from '../problem-text'
import type { View } from '../view'
import { AdministrationFrame, type Result } from './frame'

const types = ['datasets', 'applications', 'collectors'] as const
const pages: Record<Failure['type'], string> = {
  datasets: 'dataset',
  applications: 'application',
  collectors: 'collector',
}

/** Datasets, visualizations and collectors in error. */
export function ErrorsPage(props: { view: View; failures: readonly Failure[]; result: Result }) {
  const { view, failures, result } = props
  const { say } = view
  return (
    <AdministrationFrame view={view} part="errors" result={result}>
      {types.map((type) => {
        const listed = failures.filter((failure) => failure.type === type)
        return (
          <section class="card" id={type}>
            <h2>{say(`failures:${type}`)}</h2>
            {listed.length === 0 ? (
              <p class="quiet">{say(`noFailure:${type}`)}</p>
            ) : (
              <FailureList view={view} failures={listed} />
            )}
          </section>
        )
      })}
    </AdministrationFrame>
  )
}

function FailureList({ view, failures }: { view: View; failures: readonly Failure[] }) {
  const { say, baseUrl } = view
  return (
    <ul class="rows">
      {failures.map(({ type, id, title, owner, message, date, isTransient, isUnpublished }) => (
        <li>
          <div>
            <strong>
              <a href={`${baseUrl}/${pages[type]}/${id}`}>{title}</a>
            </strong>
            {isUnpublished && <span>{say('fileNeverPublished')}</span>}
            {message && <span class="error-text">{printedText(message, view.language)}</span>}
            <span class="quiet">
              {[owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name, date && view.ago(date)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
          {isUnpublished && (
            <a
              class="button"
              href={`${baseUrl}/dataset/${id}/review`}
              aria-label={say('labelled', { label: say('discardDataset'), text: title })}
            >
              {say('discardDataset')}
            </a>
          )}
          {isTransient && (
            <form method="post" action={`${baseUrl}/admin/errors/${id}/retry`}>
              <button type="submit" aria-label={say('labelled', { label: say('tryAgain'), text: title })}>
                {say('tryAgain')}
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}
