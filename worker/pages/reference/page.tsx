import { Layout } from '../layout'
import type { View } from '../view'

/** The interactive API documentation; without scripts, a link to the OpenAPI document. */
export function ReferencePage(props: {
  view: View
  title: string
  document: string
  back?: { path: string; label: string }
}) {
  const { view, title, document, back } = props
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={`${title} – API`} islands={['reference']} current="api" hasMain>
      <section class="list-head" aria-label={title}>
        <h1 class="small">{title}</h1>
        <p class="button-row">
          {back && (
            <a class="button" href={baseUrl + back.path}>
              {back.label}
            </a>
          )}
          <a class="button" href={baseUrl + document}>
            OpenAPI (JSON)
          </a>
        </p>
      </section>
      <div
        id="reference"
        data-copy={say('copy')}
        data-sections={say('referenceSections')}
        data-document={baseUrl + document}
        data-library={`${baseUrl}/assets/build/scalar.js`}
      />
      <noscript>
        <p class="empty">{say('referenceNeedsScript')}</p>
      </noscript>
    </Layout>
  )
}
