import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import { FileDrop } from '../components/file-drop'
import { Layout } from '../layout'
import { template } from '../messages'
import { editableMark } from '../new-dataset/from-file'
import { fileTypeMessages } from '../problem-text'
import { isSignedIn } from '../session/required'
import type { View } from '../view'
import { DraftList, type Drafts } from './drafts'
import { AddressForm } from './remote-file'
import type { Steps } from './replacement-steps'

export const encodings = ['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15', 'utf-16le', 'macintosh'] as const

type Input = {
  view: View
  refusal?: string
  /** The address that was refused: the error is shown at its input. */
  form?: URLSearchParams
}

/** The page that publishes a file as a new dataset. */
export function UploadPage({ drafts, ...input }: Input & { drafts: Drafts }) {
  const title = input.view.say('publishTitle')
  return (
    <Layout view={input.view} title={title} islands={uploadIslands} ownStyles="reviewing.css" current="publish">
      <Upload {...input} title={title}>
        <DraftList view={input.view} drafts={drafts} />
      </Upload>
    </Layout>
  )
}

export const uploadIslands = ['swap', 'upload']

type Props = Input & {
  title: string
  /** The dataset whose file is replaced, and the addresses of the steps of the replacement. */
  replaced?: { dataset: Dataset; steps: Steps }
  children?: Child
}

/** The upload form: of a new dataset, or of an existing one. */
export function Upload({ view, title, replaced, refusal, form, children }: Props) {
  const { say, baseUrl } = view
  const isEditable = view.here.searchParams.has('editable')
  const signedIn = isSignedIn(view)
  const dataset = replaced?.dataset
  return (
    <div class="form upload">
      {dataset && (
        <p class="eyebrow">
          <a href={`${baseUrl}/dataset/${dataset.id}`}>{dataset.metadata.title}</a>
        </p>
      )}
      <h1>{title}</h1>
      <p class="lead">{dataset ? say('replaceHelp') : say('publishHelp')}</p>
      {dataset && !replaced.steps.frame && (
        <p class="quiet">
          {say('earlierFilesLink', { days: limits.fileVersions.availableMs / DAY_MS })}{' '}
          <a href={`${baseUrl}/dataset/${dataset.id}/journal#file-versions`}>{say('fileVersions')}</a>
        </p>
      )}
      {!dataset && (
        <p class="quiet">
          {say('withoutFile')} <a href={`${baseUrl}/new-dataset`}>{say('newEditable')}</a>
        </p>
      )}
      {!signedIn && (
        <p class="notice" role="status">
          {say('signInToPublish')}
          <a class="button primary" href={`${baseUrl}/sign-in?${new URLSearchParams({ back: view.here.pathname })}`}>
            {say('signIn')}
          </a>
        </p>
      )}
      {refusal && !form && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      <UploadForm view={view} replaced={replaced} isEditable={isEditable} />
      {!dataset && signedIn && <AddressForm view={view} form={form} refusal={form && refusal} />}
      {children}
    </div>
  )
}

/** The review says which headers got a number, so that such a file is no error. */
const firstReading = JSON.stringify({ repeatedHeaders: 'number' })

const stages = ['store', 'analyze', 'validate', 'index', 'finalize'] as const

type FormProps = {
  view: View
  replaced?: Props['replaced']
  /** The rows of the file are those of a new editable dataset. */
  isEditable: boolean
}

/** Sends a file, then opens its review. */
export function UploadForm({ view, replaced, isEditable }: FormProps) {
  const { say, baseUrl } = view
  const signedIn = isSignedIn(view)
  const dataset = replaced?.dataset
  const page = replaced ? replaced.steps.upload : `${baseUrl}/publish${isEditable ? '?editable=true' : ''}`
  const api = dataset ? `${baseUrl}/api/v1/datasets/${dataset.id}?draft=never` : `${baseUrl}/api/v1/datasets?draft=true`
  const texts = {
    sending: say('sending'),
    processing: say('processingFile'),
    failed: say('sendingFailed'),
    cancelled: say('sendingCancelled'),
    refusals: {
      ...Object.fromEntries(fileTypeMessages.map(([code, key]) => [code, template(view.language, key)])),
      'sign-in-required': say('signedOutUpload'),
    },
    stages: Object.fromEntries(stages.map((stage) => [stage, say(`stage:${stage}`)])),
  }
  return (
    <form
      method="post"
      action={page}
      enctype="multipart/form-data"
      data-upload={api}
      data-base={baseUrl}
      data-discard={dataset ? `${baseUrl}/api/v1/datasets/{id}/draft` : `${baseUrl}/api/v1/datasets/{id}`}
      data-review={replaced ? replaced.steps.review : `${baseUrl}/dataset/{id}/review`}
      data-texts={JSON.stringify(texts)}
    >
      {isEditable && <input type="hidden" name="rest" value={editableMark} />}
      <input type="hidden" name="file_normalizeOptions" value={firstReading} />
      <FileDrop view={view} name="file" notes={[say('fileKinds')]} isDisabled={!signedIn} />
      <div class="upload-progress" hidden data-status>
        <progress max={100} value={0} aria-label={say('sending')} />
        <p role="status" />
        <a
          class="button"
          href={`${baseUrl}/sign-in?${new URLSearchParams({ back: view.here.pathname })}`}
          target="_blank"
          rel="noopener"
          hidden
          data-signed-out
        >
          {say('signIn')}
        </a>
        <button type="button">{say('cancelUpload')}</button>
      </div>
      <details>
        <summary>{say('attachmentsOption')}</summary>
        <label>
          {say('attachmentsHelp')}
          <input type="file" name="attachments" accept=".zip" disabled={!signedIn} />
        </label>
      </details>
      <details>
        <summary>{say('readingOptions')}</summary>
        <label>
          {say('encoding')}
          <select name="file_encoding">
            <option value="">{say('detected')}</option>
            {encodings.map((encoding) => (
              <option value={encoding}>{encoding}</option>
            ))}
          </select>
        </label>
      </details>
      <p class="button-row">
        <button class="primary" type="submit" disabled={!signedIn}>
          {say('sendFile')}
        </button>
        {replaced && (
          <a class="button" href={replaced.steps.cancelled}>
            {say('cancel')}
          </a>
        )}
      </p>
    </form>
  )
}
