import type { Dataset } from '../../datasets'
import { listDatasets, listQuery } from '../../datasets/list'
import { referenceOf } from '../../identity'
import { limits } from '../../limits'
import { allows } from '../dataset/frame'
import type { AccountChoices } from '../edit-dataset/account-choices'
import { LicenceSelect } from '../edit-dataset/licence-input'
import { TopicChoice } from '../edit-dataset/topics'
import { audienceOf, audiences } from '../share/grants'
import type { View } from '../view'

type Props = { view: View; dataset: Dataset; offered: AccountChoices; form?: URLSearchParams | undefined }

/** Who can see a new dataset, its licence and its topics. */
export function DescriptionFields({ view, dataset, offered, form }: Props) {
  const { say } = view
  const { metadata } = dataset
  const { owner, permissions } = dataset
  const access = form?.get('access') ?? audienceOf(permissions, owner)
  return (
    <section class="card form">
      <h2>{say('describeNew')}</h2>
      <div class="fields">
        <label>
          {say('title')}
          <input
            name="title"
            value={form?.get('title') ?? metadata.title}
            required
            maxlength={limits.datasets.maxTitleChars}
          />
        </label>
        <LicenceSelect
          view={view}
          value={form?.get('licence-title') ?? metadata.license?.title ?? ''}
          licences={offered.licences}
        />
      </div>
      <label>
        {say('descriptionOfNew')}
        <textarea
          name="description"
          rows={3}
          maxlength={limits.markdown.maxChars}
          placeholder={say('descriptionOfNewHelp')}
        >
          {form?.get('description') ?? metadata.description ?? ''}
        </textarea>
      </label>
      <SameTitle view={view} dataset={dataset} />
      {allows(view, dataset, 'setPermissions') && (
        <fieldset class="choices">
          <legend>{say('access')}</legend>
          {audiences
            .filter((one) => one !== 'members' || owner.type === 'organization')
            .map((one) => (
              <label class="choice">
                <input type="radio" name="access" value={one} checked={one === access} />
                <span>
                  <strong>{say(`audience:${one}`)}</strong>
                  <span class="quiet">
                    {say(`access:${one}`, { organization: owner.departmentName ?? owner.name })}
                  </span>
                </span>
              </label>
            ))}
        </fieldset>
      )}
      <TopicChoice
        view={view}
        topics={offered.topics}
        chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map(({ id }) => id))}
      />
    </section>
  )
}

/** Published datasets of the account with this title, or a file of this name: it is perhaps to be replaced. */
async function SameTitle({ view, dataset }: Pick<Props, 'view' | 'dataset'>) {
  const { say, baseUrl } = view
  const others = await alikeDatasets(view, dataset)
  const [other, ...more] = others
  if (!other) return null
  if (more.length === 0) {
    return (
      <p class="notice" role="status">
        {say('sameTitle', { title: other.title })}{' '}
        <a href={`${baseUrl}/dataset/${other.id}/replace`}>{say('replaceItsFile')}</a>
      </p>
    )
  }
  return (
    <div class="notice" role="status">
      <p>{say('sameTitles')}</p>
      <ul>
        {others.map(({ id, title, createdAt }) => (
          <li>
            <a href={`${baseUrl}/dataset/${id}/replace`}>{say('replaceFileOf', { title })}</a> (
            {say('createdAgo', { ago: view.ago(createdAt) })})
          </li>
        ))}
      </ul>
    </div>
  )
}

async function alikeDatasets({ ctx }: View, { id, owner, metadata, draft }: Dataset) {
  // The filters take several values, separated by commas.
  const alike = Object.entries({ title: metadata.title, filename: draft?.originalFile?.name ?? '' })
  const lists = alike
    .filter(([, value]) => value !== '' && !value.includes(','))
    .map(([name, value]) => {
      // Published files only, whatever drafts there are.
      const others = { file: 'true', type: 'file', size: String(limits.pages.summaryColumns) }
      const query = { ...others, [name]: value, owner: referenceOf(owner), can: 'writeData' }
      return listDatasets(ctx, listQuery.parse(query))
    })
  const found = (await Promise.all(lists)).flatMap(({ results }) => results)
  return [...new Map(found.map((one) => [one.id, one])).values()].filter((one) => one.id !== id)
}
