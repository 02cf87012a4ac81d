import { Visibility } from '../components/visibility'
import { Layout } from '../layout'
import { shownAudience } from './grants'
import { type PanelProps, SharePanel } from './panel'

/** The sharing of a resource as a page of its own. */
export function SharePage(props: PanelProps) {
  const { view, shared } = props
  const { say, baseUrl } = view
  return (
    <Layout
      view={view}
      title={`${say('share')} – ${shared.title}`}
      islands={['copy', 'share', 'unsaved']}
      current={shared.kind === 'dataset' ? 'datasets' : 'applications'}
    >
      <p class="eyebrow">
        <a href={baseUrl + shared.path}>{shared.title}</a>
      </p>
      <h1>
        {say('share')}{' '}
        <span data-visibility={shared.path}>
          <Visibility view={view} audience={shownAudience(shared)} />
        </span>
      </h1>
      <div class="card share-card">
        <SharePanel {...props} />
      </div>
    </Layout>
  )
}
