import type { Rule } from '../../collectors'
import { type PluginDescription, type SourcePreview, textIn } from '../../collectors/plugins'
import { Layout } from '../layout'
import type { View } from '../view'
import type { ConfigValues } from './config-form'
import { ConfigFields } from './fields'
import type { DatasetChoice } from './read-api'
import { ScheduleFields } from './schedule-form'

/** The first step of a new collector: its plugin. */
export function ChoicePage({ view, plugins }: { view: View; plugins: readonly PluginDescription[] }) {
  const { say, baseUrl } = view
  return (
    <Layout view={view} title={say('newCollector')} current="collectors">
      <h1>{say('newCollector')}</h1>
      <p class="lead">{say('chooseSource')}</p>
      <ul class="rows">
        {plugins.map(({ id, title, description }) => (
          <li>
            <div>
              <strong>
                <a href={`${baseUrl}/new-collector?plugin=${encodeURIComponent(id)}`}>{title}</a>
              </strong>
              {description && <span class="quiet">{description}</span>}
            </div>
          </li>
        ))}
      </ul>
    </Layout>
  )
}

/** The values of the form: those that were typed, or those of the stored collector. */
export type Draft = { title: string; config: ConfigValues; scheduling: readonly Rule[]; active: boolean }

type Fields = { view: View; plugin: PluginDescription; draft: Draft; datasets: readonly DatasetChoice[] }
type Props = Fields & {
  refusal?: string | undefined
  /** The result of the test of the connection. */
  tested?: { preview?: SourcePreview; refusal?: string } | undefined
}

/** The place of the result of the test, to which the page goes. */
const testResult = 'test-result'

/** The second step: its configuration, tested before anything is stored. */
export function CreationPage({ view, plugin, draft, datasets, refusal, tested }: Props) {
  const { say, baseUrl } = view
  return (
    <Layout
      view={view}
      title={`${say('newCollector')} – ${plugin.title}`}
      islands={['unsaved', 'reader-time-zone']}
      current="collectors"
      ownStyles="administration.css"
    >
      <p class="eyebrow">{say('newCollector')}</p>
      <h1>{plugin.title}</h1>
      {plugin.description && <p class="lead">{plugin.description}</p>}
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      <form class="form card" method="post" action={`${baseUrl}/new-collector`} data-unsaved>
        <input type="hidden" name="plugin" value={plugin.id} />
        <CollectorFields view={view} plugin={plugin} draft={draft} datasets={datasets} />
        <label class="choice">
          <input type="checkbox" name="active" checked={draft.active} />
          <span>{say('activeFromNow')}</span>
        </label>
        <div class="button-row">
          {/* Enter tests: the first button of a form is its default. */}
          {!plugin.schema['x-receives'] && (
            <button type="submit" formaction={`${baseUrl}/new-collector/test#${testResult}`} formnovalidate>
              {say('testSource')}
            </button>
          )}
          <button class="primary" type="submit">
            {say('createCollector')}
          </button>
        </div>
        {tested && (
          <div id={testResult}>
            {tested.refusal && (
              <p class="notice danger" role="alert">
                {tested.refusal}
              </p>
            )}
            {tested.preview?.proposed && <Proposed view={view} plugin={plugin} proposed={tested.preview.proposed} />}
            {tested.preview && <PreviewTable view={view} preview={tested.preview} />}
          </div>
        )}
      </form>
    </Layout>
  )
}

/** The inputs of a collector: title, configuration, schedule. */
export function CollectorFields({ view, plugin, draft, datasets }: Fields) {
  return (
    <>
      <label>
        {view.say('title')}
        <input name="title" required maxlength={200} value={draft.title} />
      </label>
      <ConfigFields view={view} schema={plugin.schema} config={draft.config} datasets={datasets} />
      {(!plugin.schema['x-receives'] || draft.scheduling.length > 0) && (
        <ScheduleFields view={view} rules={draft.scheduling} />
      )}
    </>
  )
}

type ProposedProps = { view: View; plugin: PluginDescription; proposed: Record<string, string> }

/** Values that the test proposes, each with a button that tests with it. */
function Proposed({ view, plugin, proposed }: ProposedProps) {
  const { say, baseUrl, language } = view
  return (
    <div class="notice">
      {Object.entries(proposed).map(([name, value]) => {
        const property = plugin.schema.properties?.[name]
        const title = (property && textIn(property, 'title', language)) ?? name
        return (
          <p class="button-row">
            {say('proposedValue', { name: title, value })}
            <button
              type="submit"
              name={`proposed.${name}`}
              value={value}
              formaction={`${baseUrl}/new-collector/test#${testResult}`}
              formnovalidate
            >
              {say('testWithValue')}
            </button>
          </p>
        )
      })}
    </div>
  )
}

function PreviewTable({ view, preview }: { view: View; preview: SourcePreview }) {
  const { columns, rows, note } = preview
  if (columns.length === 0) {
    return (
      <p class="notice" role="status">
        {view.say('noPreviewOf', { note: note ?? '' })}
      </p>
    )
  }
  return (
    <section class="scroller" tabindex={0} aria-label={view.say('firstRowsOf')}>
      <table class="figures">
        <caption>{view.say('firstRowsOf')}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map((_, at) => (
                <td>{row[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
