/** Who sees an application and its data, for those who share and configure it. */
import type { Application } from '../../applications'
import { ShareButton } from '../share/button'
import { shownAudience } from '../share/grants'
import type { View } from '../view'
import { allowsOn } from './access'
import { hiddenDatasets, type UsedDataset } from './used-datasets'

type Data = { view: View; application: Application; datasets: UsedDataset[] }

/** Confirms a publication (parameter `done`), and tells those who share an application when visitors see its data only. */
export function AudienceNotice({ view, application, datasets }: Data) {
  const { say, here } = view
  const { owner } = application
  if (!application.configuration) return null
  const audience = shownAudience(application)
  const isShared = allowsOn(view, application, 'setPermissions')
  const isPublished = here.searchParams.get('done') === 'published'
  const isDataPublic = datasets.length > 0 && datasets.every(({ visibility }) => visibility === 'public')
  const isNarrower = audience !== 'public' && isDataPublic && isShared
  if (!isPublished && !isNarrower) return null
  const key = audience === 'protected' && owner.type === 'user' ? 'seenByUser' : (`seenBy:${audience}` as const)
  const seen = say(key, { organization: owner.departmentName ?? owner.name })
  return (
    <div class="notice" role="status">
      <p>
        {isPublished && `${say('applicationPublished')} `}
        {seen}
        {isNarrower && ` ${say('dataIsPublic')}`}
      </p>
      {isShared && <ShareButton view={view} path={`/application/${application.id}`} />}
    </div>
  )
}

/** The datasets that keep visitors from seeing a public application, for those who configure it. */
export function PrivateData({ view, application, datasets }: Data) {
  const { say } = view
  const hidden = hiddenDatasets(application, datasets)
  if (hidden.length === 0) return null
  if (!allowsOn(view, application, 'writeConfig')) return null
  return (
    <div class="notice" role="status">
      <p>{say('applicationDataPrivate')}</p>
      {hidden.map(({ id, title }) => (
        <ShareButton view={view} path={`/dataset/${id}`} label={say('accessOf', { title })} />
      ))}
    </div>
  )
}
