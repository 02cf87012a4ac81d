import type { Dataset } from '../../datasets'
import { allows } from '../dataset/frame'
import { licences } from '../edit/changes'
import { type Topic, TopicChoice } from '../edit/topics'
import { audienceOf, audiences } from '../share/grants'
import type { View } from '../view'

type Props = { view: View; dataset: Dataset; topics: Topic[]; form?: URLSearchParams | undefined }

/** Who can see a new dataset, its licence and its topics. */
export function DescriptionFields({ view, dataset, topics, form }: Props) {
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
          <input name="title" value={form?.get('title') ?? metadata.title} required maxlength={1000} />
        </label>
        <label>
          {say('licence')}
          <input
            name="licence-title"
            list="licences"
            value={form?.get('licence-title') ?? metadata.license?.title ?? ''}
            autocomplete="off"
          />
          <datalist id="licences">
            {licences.map(({ title }) => (
              <option value={title} />
            ))}
          </datalist>
          <input type="hidden" name="licence-href" value={metadata.license?.href ?? ''} />
        </label>
      </div>
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
        topics={topics}
        chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map(({ id }) => id))}
      />
    </section>
  )
}
