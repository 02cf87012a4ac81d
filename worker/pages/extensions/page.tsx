import type { Dataset } from '../../datasets'
import type { ExtensionPreview } from '../../datasets/extensions'
import { Layout } from '../layout'
import type { View } from '../view'
import { type Origin, origins } from './choice'
import { type Choices, DatasetFields, ServiceFields } from './fields'
import { FormulaFields } from './formula-fields'
import { formulaColumns, formulaProblem } from './formula-problem'
import { leaveEmpty } from './leave-empty'
import { Preview } from './preview'
import { fromSpreadsheet } from './spreadsheet-formula'
import { StoredExtensions } from './stored-extensions'

const formId = 'added-column'

type Props = {
  view: View
  dataset: Dataset
  origin: Origin
  form: URLSearchParams
  /** The place of the extension that is changed; undefined for a new one. */
  edited: number | undefined
  choices: Choices
  /** Keys of the columns with empty cells. */
  incomplete: ReadonlySet<string>
  preview: ExtensionPreview | undefined
  refusal: string | undefined
}

/** The page that adds a column to a dataset, with a preview of its first rows. */
export function ExtensionPage(props: Props) {
  const { view, dataset, origin, edited, refusal } = props
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const heading = say(edited === undefined ? 'extendTitle' : 'extensionEdit')
  const columns = formulaColumns(dataset)
  const formula = props.form.get('expr') ?? ''
  const problem = props.preview && formulaProblem(view, props.preview, { columns, formula })
  const rewritten = problem || refusal ? fromSpreadsheet(formula, columns) : undefined
  const guarded = props.preview && !problem ? leaveEmpty(formula, props.incomplete) : undefined
  return (
    <Layout
      view={view}
      title={`${heading} – ${dataset.metadata.title}`}
      islands={origin === 'formula' ? ['swap', 'formula'] : ['swap']}
      ownStyles="reviewing.css"
      current="datasets"
    >
      <p class="eyebrow">
        <a href={`${address}/edit`}>{dataset.metadata.title}</a>
      </p>
      <h1>{heading}</h1>
      <p class="lead">{say('extendHelp')}</p>
      {edited === undefined && (
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
      )}
      <div class="stack">
        <form id={formId} class="form card" method="get" action={`${address}/add-column`} data-swap data-live>
          <input type="hidden" name="from" value={origin} />
          {edited !== undefined && <input type="hidden" name="edit" value={String(edited)} />}
          {origin === 'formula' && <FormulaFields {...props} {...{ problem, rewritten, guarded }} />}
          {origin === 'dataset' && <DatasetFields {...props} />}
          {origin === 'service' && <ServiceFields {...props} />}
          {(origin !== 'service' || props.choices.services.length > 0) && (
            <p class="button-row">
              <button type="submit">{say('preview')}</button>
            </p>
          )}
        </form>
        <Preview
          view={view}
          formId={formId}
          isChange={edited !== undefined}
          preview={props.preview}
          refusal={rewritten ? undefined : refusal}
        />
        {edited === undefined && (dataset.metadata.extensions ?? []).length > 0 && (
          <section class="card">
            <h2>{say('addedColumns')}</h2>
            <StoredExtensions view={view} dataset={dataset} />
          </section>
        )}
      </div>
    </Layout>
  )
}
