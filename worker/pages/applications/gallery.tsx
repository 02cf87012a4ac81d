import { applicationActor, listBases } from '../../applications'
import type { Dataset } from '../../datasets'
import { accountsOf } from '../../identity'
import { limits } from '../../limits'
import { Picture } from '../components/picture'
import { Layout } from '../layout'
import type { View } from '../view'

/** A base application in the gallery. */
type GalleryItem = {
  id: string
  url: string
  title: string
  description: string
  documentation?: string
  /** Why it cannot show the dataset; empty when it can. */
  disabled: string[]
}

type Props = { view: View; dataset: Dataset | undefined; refusal?: string | undefined }

/** The gallery of base applications from which an application is created: those that can show the dataset come first. */
export async function GalleryPage({ view, dataset, refusal }: Props) {
  const { say, ctx, baseUrl } = view
  const { results } = await listBases(ctx, {
    dataset: dataset?.id ?? 'any',
    privateAccess: accountsOf(applicationActor(ctx)).join(','),
    size: String(limits.pages.galleryItems),
  })
  // Built by `presentBase`, which has these keys.
  const items = results as GalleryItem[]
  const [usable, others] = [items.filter(isUsable), items.filter((item) => !isUsable(item))]
  return (
    <Layout view={view} title={say('createApplication')} ownStyles="choosing.css" current="applications">
      {dataset && (
        <p class="eyebrow">
          <a href={`${baseUrl}/dataset/${dataset.id}`}>{dataset.metadata.title}</a>
        </p>
      )}
      <h1>{say('createApplication')}</h1>
      <p class="lead">{dataset ? say('galleryOfDataset') : say('galleryHelp')}</p>
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      {usable.length > 0 && (
        <ul class="cards gallery">
          {usable.map((item) => (
            <UsableItem view={view} item={item} dataset={dataset} />
          ))}
        </ul>
      )}
      {items.length === 0 && <p class="notice">{say('galleryEmpty')}</p>}
      {others.length > 0 && (
        <section>
          <h2>{dataset ? say('galleryOthers') : say('galleryWithoutData')}</h2>
          <ul class="cards gallery">
            {others.map((item) => (
              <li class="unusable">
                <Picture light={pictureAddress(view, item)} />
                <div class="card-text">
                  <h3>{item.title}</h3>
                  {item.disabled.map((reason) => (
                    <p class="reason">{reason}</p>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Layout>
  )
}

/** The whole picture, for screens of two pixels a point: its style cuts it at its right and bottom, not at its beginning. */
const pictureAddress = ({ baseUrl }: View, { id }: GalleryItem): string =>
  `${baseUrl}/api/v1/base-applications/${id}/thumbnail?width=600`

const isUsable = ({ disabled }: GalleryItem) => disabled.length === 0

function UsableItem({ view, item, dataset }: { view: View; item: GalleryItem; dataset: Dataset | undefined }) {
  const { say, baseUrl } = view
  return (
    <li>
      <Picture light={pictureAddress(view, item)} />
      <form class="card-text" method="post" action={`${baseUrl}/new-application`}>
        <h2>{item.title}</h2>
        {item.description && <p class="quiet">{item.description}</p>}
        <input type="hidden" name="url" value={item.url} />
        {dataset && <input type="hidden" name="dataset" value={dataset.id} />}
        <button type="submit" aria-label={say('labelled', { label: say('chooseBase'), text: item.title })}>
          {say('chooseBase')}
        </button>
      </form>
    </li>
  )
}
