/** Publication from an address: its form, and the offer to read the address again and again. */

import type { Dataset } from '../../datasets'
import { versionAwaitingFile } from '../../datasets/remote-file'
import { limits } from '../../limits'
import { can } from '../../permissions'
import { SaveBar } from '../components/edit-section'
import { MessageWithMoment } from '../components/moment'
import type { View } from '../view'

type AddressProps = { view: View; form: URLSearchParams | undefined; refusal: string | undefined }

/** The form that publishes the file of an address. */
export function AddressForm({ view, form, refusal }: AddressProps) {
  const { say, baseUrl } = view
  return (
    <form class="form card" method="post" action={`${baseUrl}/publish/address`}>
      <h2>{say('publishAddress')}</h2>
      <div class={refusal ? 'refused' : undefined}>
        <label>
          {say('fileAddress')}
          <input
            type="url"
            name="url"
            required
            maxlength={limits.datasets.maxUrlChars}
            placeholder="https://files.example.com/bike-racks.csv"
            value={form?.get('url') ?? ''}
            {...(refusal
              ? { 'aria-invalid': 'true', 'aria-describedby': 'address-refusal address-help', autofocus: true }
              : { 'aria-describedby': 'address-help' })}
          />
        </label>
        {refusal && (
          <p class="refusal" id="address-refusal" role="alert">
            {refusal}
          </p>
        )}
      </div>
      <p class="quiet" id="address-help">
        {say('fileAddressHelp')}
      </p>
      <p class="button-row">
        <button type="submit">{say('readAddress')}</button>
      </p>
    </form>
  )
}

const writes = ['writeData', 'writeDescription'] as const
const draftWrites = [...writes, 'validateDraft'] as const

/** Whether the first file of a dataset could not be read from its URL, and the reader may give another one. */
export function mayCorrectAddress({ ctx: { identity } }: View, dataset: Dataset): boolean {
  const target = versionAwaitingFile(dataset)
  if (!target || dataset[target]?.status !== 'error' || !dataset.remoteFile || !('actor' in identity)) return false
  const operations = target === 'draft' ? draftWrites : writes
  return operations.every((operation) => can(identity.actor, operation, dataset))
}

type CorrectionProps = { view: View; dataset: Dataset; action: string; form?: URLSearchParams | undefined }

/** The form that corrects the URL of a first file that could not be read. @param props.action the edit page or the review */
export function CorrectAddress({ view, dataset, action, form }: CorrectionProps) {
  const { say } = view
  const { remoteFile } = dataset
  if (!remoteFile || !mayCorrectAddress(view, dataset)) return null
  return (
    <form class="form card" method="post" action={action}>
      <h2>{say('correctAddress')}</h2>
      <input type="hidden" name="part" value="remote-file" />
      <input type="hidden" name="now" value="true" />
      <input type="hidden" name="then" value="dataset" />
      {remoteFile.autoUpdate.active && <input type="hidden" name="auto-update" value="true" />}
      <label>
        {say('fileAddress')}
        <input
          type="url"
          name="url"
          required
          maxlength={limits.datasets.maxUrlChars}
          value={form?.get('url') ?? remoteFile.url}
        />
      </label>
      <p class="button-row">
        <button class="primary" type="submit" name="action" value="address">
          {say('saveAndRead')}
        </button>
      </p>
    </form>
  )
}

/** The switch of automatic updates, in the review of a file that comes from an address. */
export function AutomaticUpdate({ view, dataset, form }: { view: View; dataset: Dataset; form?: URLSearchParams }) {
  const { remoteFile } = dataset
  if (!remoteFile) return null
  const isOn = form ? form.has('auto-update') : remoteFile.autoUpdate.active
  return (
    <section class="card form">
      <h2>{view.say('automaticUpdate')}</h2>
      <input type="hidden" name="from-address" value="true" />
      <AutomaticSwitch view={view} url={remoteFile.url} isOn={isOn} />
    </section>
  )
}

type RemoteFileProps = { view: View; dataset: Dataset; action: string; form: URLSearchParams | undefined }

/** The remote file of a dataset, on the page that edits it. */
export function RemoteFileForm({ view, dataset, action, form }: RemoteFileProps) {
  const { say, baseUrl } = view
  const { remoteFile } = dataset
  const { active, lastUpdate, nextUpdate } = remoteFile?.autoUpdate ?? { active: false }
  return (
    <form class="form" method="post" action={action} data-unsaved={form ? 'changed' : ''} data-together>
      <input type="hidden" name="part" value="remote-file" />
      <label>
        {say('fileAddress')}
        <input
          type="url"
          name="url"
          maxlength={limits.datasets.maxUrlChars}
          value={form?.get('url') ?? remoteFile?.url ?? ''}
          aria-describedby="remote-file-help"
        />
      </label>
      <p class="quiet" id="remote-file-help">
        {say(remoteFile ? 'remoteFileHelp' : 'noRemoteFileHelp')}
      </p>
      <AutomaticSwitch view={view} url={remoteFile?.url} isOn={form ? form.has('auto-update') : active} />
      {(lastUpdate || nextUpdate) && (
        <p>
          {lastUpdate && <>{say('lastUpdated', { when: view.ago(lastUpdate) })} </>}
          {nextUpdate && <MessageWithMoment view={view} message="nextUpdated" value="when" iso={nextUpdate} />}
        </p>
      )}
      <SaveBar view={view}>
        {remoteFile && (
          <>
            <button type="submit" name="now" value="true">
              {say('updateNow')}
            </button>
            <a class="button" href={`${baseUrl}/collectors`}>
              {say('seeCollectors')}
            </a>
          </>
        )}
      </SaveBar>
    </form>
  )
}

function AutomaticSwitch({ view, url, isOn }: { view: View; url: string | undefined; isOn: boolean }) {
  const { say } = view
  return (
    <label class="choice">
      <input type="checkbox" name="auto-update" value="true" checked={isOn} />
      <span>
        <strong>{say('updateAutomatically')}</strong>
        <span class="quiet">{url ? say('updateAutomaticallyHelp', { url }) : say('updateAutomaticallyDaily')}</span>
      </span>
    </label>
  )
}

/** The `remoteFile` that a form asks for; null to forget the address. */
export function remoteFileFrom(form: URLSearchParams): object | null {
  const url = form.get('url')?.trim()
  if (!url) return null
  const isNow = form.has('now') ? { forceUpdate: true } : {}
  return { url, autoUpdate: { active: form.has('auto-update') }, ...isNow }
}
