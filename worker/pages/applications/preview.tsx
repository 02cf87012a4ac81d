import type { Application } from '../../applications'
import { readInstance } from '../../instance'
import { defaultColor } from '../administration/appearance-form'
import type { View } from '../view'

/**
 * The application in a frame: the island `application` resizes it to its content and stores its state in the query of the page;
 * without scripts it has a fixed height.
 */
export async function Preview({ view, application }: { view: View; application: Application }) {
  const address = `${view.baseUrl}/app/${application.id}`
  const { title } = application.metadata
  return (
    <section class="preview" aria-label={title}>
      <d-frame
        src={`${address}?${new URLSearchParams({ 'd-frame': 'true', primary: await leadingColour(view) })}`}
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

/** The colour of the pages, which applications in their frames have too. */
export const leadingColour = async ({ ctx }: View): Promise<string> => (await readInstance(ctx)).color ?? defaultColor

declare module 'hono/jsx' {
  namespace JSX {
    interface IntrinsicElements {
      /** The element of `@data-fair/frame`. */
      'd-frame': { src: string; 'iframe-title': string; height: string; 'sync-params': string }
    }
  }
}
