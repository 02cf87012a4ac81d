import type { Dataset } from '../../datasets'
import type { Extension, ExtensionPreview } from '../../datasets/extensions'
import { Layout } from '../layout'
import type { View } from '../view'
import { type Origin, origins } from './choice'
import { type Choices, DatasetFields, FormulaFields, ServiceFields } from './fields'
import { formulaKeys, formulaProblem } from './formula-problem'
import { Preview } from './preview'

const formId = 'added-column'

type Props = {
  view: View
  dataset: Dataset
  origin: Origin
  form: URLSearchParams
  choices: Choices
  preview: ExtensionPreview | undefined
  refusal: string | undefined
}

/** The page that adds a column to a dataset, with a preview of its first rows. */
export function ExtensionPage(props: Props) {
  const { view, dataset, origin, refusal } = props
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const problem =
    props.preview &&
    formulaProblem(view, props.preview, { keys: formulaKeys(dataset), formula: props.form.get('expr') ?? '' })
  return (
    <Layout
      view={view}
      title={`${say('extendTitle')} – ${dataset.metadata.title}`}
      islands={['swap']}
      ownStyles="reviewing.css"
      current="datasets"
    >
      <p class="eyebrow">
        <a href={`${address}/edit`}>{dataset.metadata.title}</a>
      </p>
      <h1>{say('extendTitle')}</h1>
      <p class="lead">{say('extendHelp')}</p>
      <nav class="tabs" aria-label={say('extendTitle')}>
        {origins.map((one) => (
          <a
            href={`${address}/add-column?from=${one}`}
            {...(one === origin ? { 'aria-current': 'page' as const } : {})}
          >
            {say(`origin:${one}`)}
          </a>
        ))}
      </nav>
      <div class="stack">
        <form id={formId} class="form card" method="get" action={`${address}/add-column`} data-swap data-live>
          <input type="hidden" name="from" value={origin} />
          {origin === 'formula' && <FormulaFields {...props} problem={problem} />}
          {origin === 'dataset' && <DatasetFields {...props} />}
          {origin === 'service' && <ServiceFields {...props} />}
          <p class="button-row">
            <button type="submit">{say('preview')}</button>
          </p>
        </form>
        <Preview view={view} formId={formId} preview={props.preview} refusal={refusal} />
        <StoredExtensions view={view} address={address} extensions={dataset.metadata.extensions ?? []} />
      </div>
    </Layout>
  )
}

/** The extensions of the dataset, each with a button that removes it. */
function StoredExtensions(props: { view: View; address: string; extensions: readonly Extension[] }) {
  const { view, address, extensions } = props
  const { say } = view
  if (extensions.length === 0) return null
  return (
    <form class="card" method="post" action={`${address}/add-column`}>
      <h2>{say('addedColumns')}</h2>
      <ul class="stack">
        {extensions.map((extension, at) => (
          <li class="button-row">
            <span>
              <strong>{nameOf(extension)}</strong>{' '}
              <code>{extension.type === 'exprEval' ? extension.expr : extension.remoteService}</code>
            </span>
            <button
              type="submit"
              name="remove"
              value={String(at)}
              aria-label={say('labelled', { label: say('removeExtension'), text: nameOf(extension) })}
            >
              {say('removeExtension')}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

const nameOf = (extension: Extension): string =>
  extension.type === 'exprEval'
    ? (extension.property.title ?? extension.property.key)
    : (extension.propertyPrefix ?? extension.action)
