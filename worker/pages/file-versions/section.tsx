import type { Dataset } from '../../datasets'
import { type FileVersionDocument, listFileVersions } from '../../datasets/file-versions'
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import { Confirmed } from '../components/confirmation'
import { Icon } from '../components/icon'
import { Moment } from '../components/moment'
import type { View } from '../view'

/** The earlier files of a dataset, for those who may replace its file; nothing without any. */
export async function FileVersions({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const { results } = await listFileVersions(view.ctx, dataset.id)
  if (results.length === 0) return null
  const { maxVersions, availableMs } = limits.fileVersions
  return (
    <section class="card" id="file-versions" aria-labelledby="file-versions-title">
      <h2 id="file-versions-title">{say('fileVersions')}</h2>
      <p class="quiet">{say('fileVersionsHelp', { files: maxVersions, days: availableMs / DAY_MS })}</p>
      <ul class="rows">
        {results.map((version) => (
          <FileVersion view={view} dataset={dataset} version={version} />
        ))}
      </ul>
    </section>
  )
}

type Props = { view: View; dataset: Dataset; version: FileVersionDocument }

function FileVersion({ view, dataset, version }: Props) {
  const { say, baseUrl } = view
  const { id, name, size, count, updatedAt, updatedBy, availableUntil } = version
  const sent = view.dateTime(updatedAt)
  const object = `${name}, ${sent}`
  const action = `${baseUrl}/dataset/${dataset.id}/file-versions/${id}`
  const hasAttachments = dataset.published.attachments !== undefined
  return (
    <li>
      <div>
        <strong>
          <Moment view={view} iso={updatedAt} />
        </strong>
        <span class="quiet">
          {[
            name,
            updatedBy ? say('fileSentBy', { name: updatedBy.name }) : '',
            count === undefined ? '' : say('lineCount', { count }),
            view.bytes(size),
            say('availableUntil', { date: view.date(availableUntil) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <section class="button-row">
        <a
          class="button"
          href={`${baseUrl}/api/v1/datasets/${dataset.id}/file-versions/${id}/raw`}
          aria-label={say('labelled', { label: say('download'), text: object })}
        >
          <Icon name="download" />
          {say('download')}
        </a>
        <Confirmed
          view={view}
          label={say('restore')}
          object={object}
          warning={[say('restoreFileHelp'), ...(hasAttachments ? [say('restoreFileAttachments')] : [])].join(' ')}
          isHarmless
          action={`${action}/restore`}
        />
        <Confirmed
          view={view}
          label={say('deleteTitle')}
          object={object}
          warning={say('deleteFileVersion')}
          action={`${action}/delete`}
        />
      </section>
    </li>
  )
}
