import type { Dataset } from '../../datasets'
import { limits } from '../../limits'
import { Confirmed } from '../components/confirmation'
import { documentAddress } from '../dataset/attachments'
import type { View } from '../view'

/** The documents of a dataset, each with a button that removes it; a file and a link to add. Each form is saved at once. */
export function DocumentForms({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const action = `${baseUrl}/dataset/${dataset.id}/documents`
  const documents = dataset.metadata.attachments ?? []
  const title = (
    <label>
      {say('title')}
      <input name="title" maxlength={limits.datasets.maxTitleChars} />
    </label>
  )
  return (
    <div class="stack">
      <p class="quiet">{say('documentsHelp')}</p>
      {documents.length > 0 && (
        <ul class="rows">
          {documents.map((document, at) => (
            <li>
              <div>
                <a href={documentAddress(view, dataset.id, document)}>{document.title}</a>{' '}
                <span class="quiet">{document.type === 'url' ? document.url : document.name}</span>
              </div>
              <Confirmed
                view={view}
                label={say('remove')}
                object={document.title}
                warning={say('removeDocument', { title: document.title })}
                action={`${action}/remove`}
              >
                <input type="hidden" name="at" value={at} />
                <input type="hidden" name="title" value={document.title} />
              </Confirmed>
            </li>
          ))}
        </ul>
      )}
      <form class="form" method="post" action={action} enctype="multipart/form-data" data-unsaved="">
        <div class="fields">
          {title}
          <label>
            {say('file')}
            <input type="file" name="attachment" required />
          </label>
        </div>
        <p class="button-row">
          <button type="submit">{say('addFile')}</button>
        </p>
      </form>
      <form class="form" method="post" action={`${action}/link`} data-unsaved="">
        <div class="fields">
          {title}
          <label>
            {say('address')}
            <input type="url" name="url" required placeholder="https://" />
          </label>
        </div>
        <p class="button-row">
          <button type="submit">{say('addLink')}</button>
        </p>
      </form>
    </div>
  )
}
