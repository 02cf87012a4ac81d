import type { PrivateConcept } from '../../accounts'
import { limits } from '../../limits'
import type { Operation, RemoteService } from '../../remote-services'
import { ConceptHelp, ConceptSelect } from '../components/concept-select'
import { Layout } from '../layout'
import type { View } from '../view'
import { fieldNames, operationForm } from './forms'

type Props = {
  view: View
  service: RemoteService
  operation: Operation
  /** Concepts of the account of the service. */
  concepts: readonly PrivateConcept[]
  /** What was sent, when it was refused, and why. */
  sent?: URLSearchParams
  refusal?: string
}
type Part = Omit<Props, 'sent' | 'refusal' | 'service'> & { form: URLSearchParams }

/** The form that makes an operation of a service one that enriches datasets. */
export function OperationPage({ view, service, operation, concepts, sent, refusal }: Props) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/remote-service/${encodeURIComponent(service.id)}`
  const part: Part = {
    ...{ view, operation, concepts },
    form: sent ?? operationForm(operation, limits.pages.preselectedOutputs),
  }
  return (
    <Layout
      view={view}
      title={`${say('useToEnrich')} – ${service.title}`}
      islands={['unsaved']}
      ownStyles="administration.css"
    >
      <p class="eyebrow">
        <a href={address}>{service.title}</a>
      </p>
      <h1>{operation.summary}</h1>
      <p class="lead">
        <code>GET {operation.path}</code>
      </p>
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      <form
        class="form operation"
        method="post"
        action={`${address}/operation?${new URLSearchParams({ path: operation.path })}`}
        data-unsaved={sent ? 'changed' : ''}
      >
        <Parameters {...part} />
        <Columns {...part} />
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
          <a class="button" href={address}>
            {say('cancel')}
          </a>
        </p>
      </form>
    </Layout>
  )
}

function Parameters({ view, operation, concepts, form }: Part) {
  const { say } = view
  return (
    <section class="card stack">
      <h2>{say('operationParameters')}</h2>
      <p class="quiet">{say('operationParametersHelp')}</p>
      <ConceptHelp view={view} />
      {operation.parameters.map((parameter, at) => (
        <fieldset class="plain-fields">
          <legend>
            <code>{parameter.name}</code> {parameter.required && <span class="quiet">({say('requiredInput')})</span>}
          </legend>
          {parameter.description && <p class="quiet">{parameter.description}</p>}
          <div class="fields">
            <label for={`parameter-${at}`}>
              {say('concept')}
              <ConceptSelect
                view={view}
                id={`parameter-${at}`}
                name={fieldNames.conceptOf(parameter)}
                label={say('labelled', { label: say('concept'), text: parameter.name })}
                chosen={form.get(fieldNames.conceptOf(parameter)) ?? ''}
                own={concepts}
              />
            </label>
            <label>
              {say('fixedValue')}
              <input
                name={fieldNames.valueOf(parameter)}
                value={form.get(fieldNames.valueOf(parameter)) ?? ''}
                placeholder={parameter.constant ?? ''}
                autocomplete="off"
                {...(parameter.choices.length > 0 ? { list: `choices-${at}` } : {})}
                aria-label={say('labelled', { label: say('fixedValue'), text: parameter.name })}
              />
              {parameter.choices.length > 0 && (
                <datalist id={`choices-${at}`}>
                  {parameter.choices.map((choice) => (
                    <option value={choice} />
                  ))}
                </datalist>
              )}
            </label>
          </div>
        </fieldset>
      ))}
    </section>
  )
}

function Columns({ view, operation, concepts, form }: Part) {
  const { say } = view
  const offered = new Set(form.getAll(fieldNames.output))
  return (
    <section class="card stack">
      <h2>{say('offeredColumns')}</h2>
      <p class="quiet">{say('offeredColumnsHelp')}</p>
      {operation.outputs.map((output, at) => (
        <div class="plain-fields">
          <label class="choice">
            <input type="checkbox" name={fieldNames.output} value={output.name} checked={offered.has(output.name)} />
            <span>
              <code>{output.name}</code>
              {output.description && <span class="quiet">{output.description}</span>}
            </span>
          </label>
          <div class="fields">
            <label>
              {say('title')}
              <input
                name={fieldNames.titleOf(output)}
                value={form.get(fieldNames.titleOf(output)) ?? ''}
                maxlength={limits.remoteServices.maxNameChars}
                aria-label={say('labelled', { label: say('title'), text: output.name })}
              />
            </label>
            <label for={`column-${at}`}>
              {say('concept')}
              <ConceptSelect
                view={view}
                id={`column-${at}`}
                name={fieldNames.outputConceptOf(output)}
                label={say('labelled', { label: say('concept'), text: output.name })}
                chosen={form.get(fieldNames.outputConceptOf(output)) ?? ''}
                own={concepts}
              />
            </label>
          </div>
        </div>
      ))}
    </section>
  )
}
