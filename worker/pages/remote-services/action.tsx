import {
  type EnrichmentAction,
  enrichmentOf,
  isSearch,
  type RemoteService,
  type ServiceAction,
} from '../../remote-services'
import { conceptOf } from '../../schema/concepts'
import { conceptText } from '../concepts'
import type { View } from '../view'

/** An action of a service: what is sent, and what is returned. */
export function ActionCard({ view, service, action }: { view: View; service: RemoteService; action: ServiceAction }) {
  const { say } = view
  const enrichment = enrichmentOf(service, action)
  return (
    <section class="card action" id={`action-${action.id}`}>
      <h3>
        {action.summary}{' '}
        <span class="chip">
          {say(enrichment ? 'enrichesLines' : isSearch(action) && !action.inputCollection ? 'findsOne' : 'otherAction')}
        </span>
      </h3>
      {action.description && <p>{action.description}</p>}
      <p class="quiet">
        <code>
          {action.operation.method.toUpperCase()} {action.operation.path}
        </code>
        {enrichment && ` · ${say('linesPerRequest', { count: linesOf(enrichment) })}`}
      </p>
      <div class="action-values">
        <Values
          view={view}
          title={say('actionSends')}
          values={enrichment?.input ?? action.input}
          none={say('actionSendsNothing')}
        />
        <Values
          view={view}
          title={say('actionReturns')}
          values={enrichment?.output ?? action.output}
          none={say('actionReturnsUnknown')}
        />
      </div>
    </section>
  )
}

/** Rows of one request. */
const linesOf = ({ call }: EnrichmentAction): number => (call.method === 'GET' ? 1 : call.maxLines)

type Value = { name: string; concept?: string; title?: string; description?: string; required?: boolean; type?: string }

function Values(props: { view: View; title: string; values: readonly Value[]; none: string }) {
  const { view, title, values, none } = props
  return (
    <div>
      <h4>{title}</h4>
      {values.length === 0 && <p class="quiet">{none}</p>}
      <ul class="rows">
        {values.map(({ name, concept, title: label, description, required }) => (
          <li>
            <div>
              <strong>
                {label ?? name} {required && <span class="quiet">({view.say('requiredInput')})</span>}
              </strong>
              <code>{name}</code>
              {description && <span class="quiet">{description}</span>}
            </div>
            {concept && <Concept view={view} identifier={concept} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Concept({ view, identifier }: { view: View; identifier: string }) {
  const concept = conceptOf(identifier)
  return (
    <span class="chip" title={identifier}>
      {concept ? conceptText(concept, view.language) : (identifier.split(/[/#]/).at(-1) ?? identifier)}
    </span>
  )
}
