import { Layout } from '../layout'
import type { View } from '../view'

/** The interactive API documentation; without scripts, a link to the OpenAPI document. */
export function ApiDocsPage(props: {
  view: View
  title: string
  document: string
  lead?: string
  back?: { path: string; label: string }
}) {
  const { view, title, document, lead, back } = props
  const { baseUrl } = view
  return (
    <Layout view={view} title={`${title} – API`} islands={['api-reference']} current="api" hasMain>
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
        {lead && <p class="quiet">{lead}</p>}
      </section>
      <ApiDocs view={view} document={document} />
    </Layout>
  )
}

/**
 * The element of the documentation; its script is the island `reference`.
 *
 * @param isAnonymous requests that readers try have no session: the page may be in a frame of another site
 */
export function ApiDocs({ view, document, isAnonymous }: { view: View; document: string; isAnonymous?: boolean }) {
  const { say, baseUrl } = view
  return (
    <>
      <div
        id="reference"
        data-copy={say('copy')}
        data-sections={say('referenceSections')}
        data-document={baseUrl + document}
        data-library={`${baseUrl}/assets/build/scalar.js`}
        data-anonymous={isAnonymous ? 'true' : undefined}
      />
      <noscript>
        <p class="empty">{say('referenceNeedsScript')}</p>
      </noscript>
    </>
  )
}
