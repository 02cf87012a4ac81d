import type { Application } from '../../applications'
import { readInstance } from '../../instance'
import type { View } from '../view'

/**
 * The application in a frame: the island `application` resizes it to its content and stores its state in the query of the page;
 * without scripts it has a fixed height.
 */
export async function Preview({ view, application }: { view: View; application: Application }) {
  const { color } = await readInstance(view.ctx)
  const address = `${view.baseUrl}/app/${application.id}`
  const { title } = application.metadata
  return (
    <section class="preview" aria-label={title}>
      <d-frame
        src={`${address}?${new URLSearchParams({ 'd-frame': 'true', primary: color ?? primaryColour })}`}
        iframe-title={title}
        height="min(36rem, 75vh)"
        sync-params="*"
      />
      <noscript>
        <iframe src={address} title={title} />
      </noscript>
    </section>
  )
}

/** The accent colour of the pages, where the instance has no colour of its own. */
const primaryColour = '#0b6654'

declare module 'hono/jsx' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element of `@data-fair/frame`. */
      'd-frame': { src: string; 'iframe-title': string; height: string; 'sync-params': string }
    }
  }
}
