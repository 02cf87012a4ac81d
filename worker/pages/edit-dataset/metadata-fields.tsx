import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import { Field, type Refused, refusalAt } from '../components/field'
import { frequencyMs } from '../dataset/freshness'
import { type MetadataField, metadataFields } from '../settings/sections/datasets-metadata'
import type { View } from '../view'
import type { AccountChoices } from './account-choices'
import { LicenceInput } from './licence-input'

type Props = {
  view: View
  dataset: Dataset
  offered: AccountChoices
  form: URLSearchParams | undefined
  refused: Refused | undefined
}

/** The inputs of the metadata of a dataset, with the labels of its account and what the account asks for. */
export function MetadataFields({ view, dataset, offered, form, refused }: Props) {
  const { say } = view
  const { metadata, owner } = dataset
  const { asked, licences } = offered
  const value = (name: string, stored: string | null | undefined) => form?.get(name) ?? stored ?? ''
  const isShown = (name: 'modified' | 'conformsTo') => asked[name]?.active || metadata[name]
  const askedBy = <span class="chip warn">{say('askedBy', { name: owner.name })}</span>
  const label = (name: MetadataField, usual: string, isEmpty: boolean): Child => (
    <span>
      {asked[name]?.title ?? usual} {asked[name]?.active && isEmpty && askedBy}
    </span>
  )
  const period = (name: 'start' | 'end', usual: string) => (
    <Field refusal={refusalAt(refused, name)}>
      {(attributes) => (
        <label>
          {label(
            'temporal',
            asked.temporal?.title ? `${asked.temporal.title} – ${say(name)}` : usual,
            !metadata.temporal,
          )}
          <input type="date" name={name} value={value(name, metadata.temporal?.[name]?.slice(0, 10))} {...attributes} />
        </label>
      )}
    </Field>
  )
  const address = (name: string, text: string, stored: string | null | undefined, placeholder = 'https://') => (
    <Field refusal={refusalAt(refused, name)}>
      {(attributes) => (
        <label>
          {text}
          <input type="url" name={name} value={value(name, stored)} placeholder={placeholder} {...attributes} />
        </label>
      )}
    </Field>
  )
  return (
    <div class="fields">
      <LicenceInput view={view} value={value('licence-title', metadata.license?.title)} licences={licences} />
      {address('licence-href', say('licenceAddress'), metadata.license?.href, say('knownLicence'))}
      <label>
        {label('keywords', say('keywordsHelp'), !metadata.keywords?.length)}
        <input name="keywords" value={value('keywords', metadata.keywords?.join(', '))} />
      </label>
      <Frequencies view={view} chosen={value('frequency', metadata.frequency)}>
        {label('frequency', say('frequency'), !metadata.frequency)}
      </Frequencies>
      {address('image', say('image'), metadata.image)}
      {address('origin', say('origin'), metadata.origin)}
      <label>
        {label('creator', say('creator'), !metadata.creator)}
        <input name="creator" value={value('creator', metadata.creator)} />
      </label>
      <label>
        {label('spatial', say('spatial'), !metadata.spatial)}
        <input name="spatial" value={value('spatial', metadata.spatial)} />
      </label>
      {period('start', say('periodStart'))}
      {period('end', say('periodEnd'))}
      {isShown('modified') && (
        <Field refusal={refusalAt(refused, 'modified')}>
          {(attributes) => (
            <label>
              {label('modified', say(metadataFields.modified), !metadata.modified)}
              <input type="date" name="modified" value={value('modified', metadata.modified)} {...attributes} />
            </label>
          )}
        </Field>
      )}
      {isShown('conformsTo') && (
        <>
          <label>
            {label('conformsTo', say(metadataFields.conformsTo), !metadata.conformsTo)}
            <input
              name="conformsTo.title"
              value={value('conformsTo.title', metadata.conformsTo?.title)}
              placeholder={say('standardName')}
            />
          </label>
          <label>
            {say('standardVersion')}
            <input name="conformsTo.version" value={value('conformsTo.version', metadata.conformsTo?.version)} />
          </label>
          {address('conformsTo.url', say('standardUrl'), metadata.conformsTo?.url)}
        </>
      )}
      {(asked.custom ?? []).map(({ key = '', title }) => (
        <label>
          {title}
          <input name={`custom.${key}`} value={value(`custom.${key}`, metadata.customMetadata?.[key])} />
        </label>
      ))}
    </div>
  )
}

function Frequencies({ view: { say }, chosen, children }: { view: View; chosen: string; children: Child }) {
  return (
    <label>
      {children}
      <select name="frequency">
        <option value="">{say('frequency:')}</option>
        {Object.keys(frequencyMs).map((name) => (
          <option value={name} selected={name === chosen}>
            {/* The keys of that table. */}
            {say(`frequency:${name as keyof typeof frequencyMs}`)}
          </option>
        ))}
        <option value="irregular" selected={chosen === 'irregular'}>
          {say('frequency:irregular')}
        </option>
      </select>
    </label>
  )
}
