import type { Operation, RemoteService } from '../../remote-services'
import { Confirmed } from '../components/confirmation'
import type { View } from '../view'

type Props = { view: View; service: RemoteService; operations: readonly Operation[]; address: string }

/** The operations that enrich datasets, and the others, each with what makes it one. */
export function EnrichingOperations({ view, service, operations, address }: Props) {
  const { say } = view
  const used = new Set(service.actions.flatMap(({ operation, canUse }) => (canUse ? [keyOf(operation)] : [])))
  const enriching = operations.filter((one) => used.has(keyOf(one)))
  const others = operations.filter((one) => !used.has(keyOf(one)))
  const row = (operation: Operation, isUsed: boolean) => (
    <OperationRow view={view} operation={operation} address={address} isUsed={isUsed} />
  )
  return (
    <section class="stack" id="operations">
      <h2>{say('enrichingOperations')}</h2>
      <p class="quiet">{say('enrichingOperationsHelp')}</p>
      <div class="card">
        {enriching.length === 0 && <p>{say('noAction')}</p>}
        <ul class="rows">{enriching.map((one) => row(one, true))}</ul>
      </div>
      {others.length > 0 && (
        <details class="card" open={enriching.length === 0}>
          <summary>{say('otherOperations', { count: others.length })}</summary>
          <ul class="rows">{others.map((one) => row(one, false))}</ul>
        </details>
      )}
    </section>
  )
}

/** What the missing annotations have to be. */
const annotationValues = { type: 'http://schema.org/SearchAction', identifier: 'http://schema.org/identifier' }

const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

type RowProps = { view: View; operation: Operation; address: string; isUsed: boolean }

function OperationRow({ view, operation, address, isUsed }: RowProps) {
  const { say } = view
  const { method, path, summary, hindrance, lacks = [], annotation } = operation
  const form = `${address}/operation?${new URLSearchParams({ path })}`
  const label = say(isUsed ? 'edit' : 'useToEnrich')
  return (
    <li>
      <div>
        <strong>{summary}</strong>
        <code>
          {method.toUpperCase()} {path}
        </code>
        {!isUsed && hindrance && (
          <span class="quiet">
            {say(`hindrance:${hindrance}`, {
              lacks: lacks.map((one) => say(`lack:${one}`, annotationValues)).join(' · '),
            })}
          </span>
        )}
      </div>
      {!hindrance && (
        <a class="button" href={form} aria-label={say('labelled', { label, text: summary })}>
          {label}
        </a>
      )}
      {annotation && (
        <Confirmed
          view={view}
          label={say('stopEnriching')}
          object={summary}
          warning={say('stopEnrichingHelp', { title: summary })}
          action={`${address}/operation/remove`}
        >
          <input type="hidden" name="path" value={path} />
        </Confirmed>
      )}
    </li>
  )
}
