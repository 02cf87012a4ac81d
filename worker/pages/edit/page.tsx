import type { Dataset } from '../../datasets'
import { limits } from '../../limits'
import { allows } from '../dataset/frame'
import { frequencyMs } from '../dataset/freshness'
import { Layout } from '../layout'
import { ConceptSelect } from '../publish/review'
import type { View } from '../view'
import { licences } from './changes'
import { type Topic, TopicChoice } from './topics'

type Input = {
  view: View
  dataset: Dataset
  topics: Topic[]
  saved?: boolean
  refusal?: string
  form?: URLSearchParams
}

/** The form of the metadata of a dataset. */
export function EditPage({ view, dataset, topics, saved, refusal, form }: Input) {
  const { say, baseUrl } = view
  const { metadata } = dataset
  const address = `${baseUrl}/dataset/${dataset.id}`
  const inputValue = (name: string, stored: string | null | undefined) => form?.get(name) ?? stored ?? ''
  const isIrregular = metadata.frequency === 'irregular'
  return (
    <Layout view={view} title={`${say('edit')} – ${metadata.title}`} islands={['swap']} current="datasets">
      <p class="eyebrow">
        <a href={address}>{metadata.title}</a>
      </p>
      <h1>{say('editTitle')}</h1>
      {saved && (
        <p class="notice" role="status">
          {say('saved')}
          <a href={address}>{say('backToDataset')}</a>
        </p>
      )}
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      <div class="with-nav">
        <nav class="side-nav" aria-label={say('editTitle')}>
          <a href="#description">{say('tab:description')}</a>
          {dataset.published.schema.length > 0 && <a href="#schema">{say('tab:schema')}</a>}
          {allows(view, dataset, 'setPermissions') && <a href="#access">{say('access')}</a>}
          {allows(view, dataset, 'delete') && <a href="#delete">{say('deleteTitle')}</a>}
        </nav>
        <div class="stack">
          <form class="form card" id="description" method="post" action={`${address}/edit`}>
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
            <div class="fields">
              <label>
                {say('licence')}
                <input
                  name="licence-title"
                  list="licences"
                  value={inputValue('licence-title', metadata.license?.title)}
                  autocomplete="off"
                />
                <datalist id="licences">
                  {licences.map(({ title }) => (
                    <option value={title} />
                  ))}
                </datalist>
              </label>
              <label>
                {say('licenceAddress')}
                <input
                  type="url"
                  name="licence-href"
                  value={inputValue('licence-href', metadata.license?.href)}
                  placeholder={say('knownLicence')}
                />
              </label>
              <label>
                {say('keywordsHelp')}
                <input name="keywords" value={inputValue('keywords', metadata.keywords?.join(', '))} />
              </label>
              <label>
                {say('frequency')}
                <select name="frequency">
                  <option value="">{say('frequency:')}</option>
                  {Object.keys(frequencyMs).map((name) => (
                    <option value={name} selected={name === inputValue('frequency', metadata.frequency)}>
                      {say(`frequency:${name as keyof typeof frequencyMs}`)}
                    </option>
                  ))}
                  <option value="irregular" selected={isIrregular}>
                    {say('frequency:irregular')}
                  </option>
                </select>
              </label>
              <label>
                {say('origin')}
                <input type="url" name="origin" value={inputValue('origin', metadata.origin)} placeholder="https://" />
              </label>
              <label>
                {say('creator')}
                <input name="creator" value={inputValue('creator', metadata.creator)} />
              </label>
              <label>
                {say('spatial')}
                <input name="spatial" value={inputValue('spatial', metadata.spatial)} />
              </label>
              <label>
                {say('periodStart')}
                <input type="date" name="start" value={inputValue('start', metadata.temporal?.start?.slice(0, 10))} />
              </label>
              <label>
                {say('periodEnd')}
                <input type="date" name="end" value={inputValue('end', metadata.temporal?.end?.slice(0, 10))} />
              </label>
            </div>
            <TopicChoice
              view={view}
              topics={topics}
              chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map(({ id }) => id))}
            />
            <p class="button-row">
              <button class="primary" type="submit">
                {say('save')}
              </button>
            </p>
          </form>
          {dataset.published.schema.length > 0 && <SchemaForm view={view} dataset={dataset} address={address} />}
          {allows(view, dataset, 'setPermissions') && (
            <form class="form card" method="post" action={`${address}/edit`}>
              <h2 id="access">{say('access')}</h2>
              <input type="hidden" name="part" value="access" />
              {(['public', 'protected'] as const).map((access) => (
                <label class="choice">
                  <input
                    type="radio"
                    name="access"
                    value={access}
                    checked={(dataset.visibility === 'public') === (access === 'public')}
                  />
                  <span>
                    <strong>{say(`visibility:${access}`)}</strong>
                    <span class="quiet">{say(`access:${access}`)}</span>
                  </span>
                </label>
              ))}
              <p class="button-row">
                <button type="submit">{say('save')}</button>
              </p>
            </form>
          )}
          {allows(view, dataset, 'delete') && (
            <section class="card danger-zone">
              <h2 id="delete">{say('deleteTitle')}</h2>
              <p>{say('deleteHelp')}</p>
              <p>
                <a class="button danger" href={`${address}/delete`}>
                  {say('deleteDataset')}
                </a>
              </p>
            </section>
          )}
        </div>
      </div>
    </Layout>
  )
}

function SchemaForm({ view, dataset, address }: { view: View; dataset: Dataset; address: string }) {
  const { say } = view
  return (
    <form class="form card" method="post" action={`${address}/edit`}>
      <h2 id="schema">{say('tab:schema')}</h2>
      <input type="hidden" name="part" value="schema" />
      <section class="scroller" tabindex={0} aria-label={say('tab:schema')}>
        <table class="schema review">
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              <th scope="col">{say('title')}</th>
              <th scope="col">{say('tab:description')}</th>
              <th scope="col">{say('concept')}</th>
            </tr>
          </thead>
          <tbody>
            {dataset.published.schema.map((field, at) => (
              <tr>
                <th scope="row">
                  {field['x-originalName'] ?? field.key}
                  <code>{field.key}</code>
                </th>
                <td>
                  <input name={`title-${at}`} value={field.title ?? ''} aria-label={`${say('title')}: ${field.key}`} />
                </td>
                <td>
                  <input
                    name={`description-${at}`}
                    value={field.description ?? ''}
                    aria-label={`${say('tab:description')}: ${field.key}`}
                  />
                </td>
                <td>
                  <ConceptSelect
                    view={view}
                    name={`concept-${at}`}
                    label={`${say('concept')}: ${field.key}`}
                    field={field}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="button-row">
        <button type="submit">{say('save')}</button>
      </p>
    </form>
  )
}

/** The deletion form requires the title, against mistakes. */
export function DeletePage({ view, dataset, refused }: { view: View; dataset: Dataset; refused?: boolean }) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  return (
    <Layout view={view} title={say('deleteDataset')} current="datasets">
      <form class="card form narrow" method="post" action={`${address}/delete`}>
        <h1>{say('deleteDataset')}</h1>
        <p>{say('deleteConfirm', { title: dataset.metadata.title })}</p>
        {refused && (
          <p class="notice danger" role="alert">
            {say('deleteOtherTitle')}
          </p>
        )}
        <label>
          {say('title')}
          <input name="title" required autocomplete="off" />
        </label>
        <p class="button-row">
          <button class="danger" type="submit">
            {say('deleteForEver')}
          </button>
          <a class="button" href={`${address}/edit`}>
            {say('cancel')}
          </a>
        </p>
      </form>
    </Layout>
  )
}
