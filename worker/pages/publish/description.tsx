import type { Dataset } from '../../datasets'
import { listDatasets, listQuery } from '../../datasets/list'
import { referenceOf } from '../../identity'
import { limits } from '../../limits'
import { allows } from '../dataset/frame'
import type { AccountChoices } from '../edit-dataset/account-choices'
import { LicenceInput } from '../edit-dataset/licence-input'
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
        <LicenceInput
          view={view}
          value={form?.get('licence-title') ?? metadata.license?.title ?? ''}
          licences={offered.licences}
        />
        <input type="hidden" name="licence-href" value={metadata.license?.href ?? ''} />
      </div>
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

/** Another dataset of the account with this title: its file is perhaps to be replaced. */
async function SameTitle({ view, dataset: { id, owner, metadata } }: Pick<Props, 'view' | 'dataset'>) {
  const { say, baseUrl, ctx } = view
  // The filter takes several titles, separated by commas.
  if (metadata.title.includes(',')) return null
  const query = { title: metadata.title, owner: referenceOf(owner), can: 'writeData', type: 'file', size: '2' }
  const { results } = await listDatasets(ctx, listQuery.parse(query))
  const other = results.find((one) => one.id !== id && one.status !== 'draft')
  if (!other) return null
  return (
    <p class="notice" role="status">
      {say('sameTitle', { title: metadata.title })}{' '}
      <a href={`${baseUrl}/dataset/${other.id}/replace`}>{say('replaceItsFile')}</a>
    </p>
  )
}
