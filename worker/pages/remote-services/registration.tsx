import { Field, type Refused, refusalAt } from '../components/field'
import { Layout } from '../layout'
import type { View } from '../view'
import { registersFor } from './access'
import { sentApiKey } from './forms'
import { KeyFields } from './key-fields'

type Props = {
  view: View
  /** What was sent, when it was refused. */
  sent?: URLSearchParams | undefined
  refusal?: string | undefined
  refused?: Refused | undefined
}

/** The form that registers an API, by the address of its description or by the description itself. */
export function RegistrationPage({ view, sent, refusal, refused }: Props) {
  const { say, baseUrl, ctx } = view
  const target = registersFor(view)
  const action = `${baseUrl}/new-remote-service`
  const proposed = ctx.config.REMOTE_SERVICES
  const text = sent?.get('apiDoc') ?? ''
  const at = (name: string) => refusalAt(refused, name)
  return (
    <Layout view={view} title={say('registerService')} ownStyles="administration.css">
      <p class="eyebrow">
        <a href={`${baseUrl}/remote-services`}>{say('remoteServices')}</a>
      </p>
      <h1>{say('registerService')}</h1>
      {target !== 'everyone' && <p class="lead">{say('registerServiceFor', { account: target?.name ?? '' })}</p>}
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      {proposed.length > 0 && (
        <section class="card">
          <h2>{say('proposedServices')}</h2>
          <ul class="rows">
            {proposed.map(({ title, url }) => (
              <li>
                <div>
                  <strong>{title}</strong>
                  <span class="quiet">{url}</span>
                </div>
                <form method="post" action={action}>
                  <input type="hidden" name="url" value={url} />
                  {target === 'everyone' && <input type="hidden" name="public" value="true" />}
                  <button type="submit" aria-label={say('labelled', { label: say('registerService'), text: title })}>
                    {say('registerService')}
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form class="card form" method="post" action={action}>
        <Field refusal={at('url')}>
          {(attributes) => (
            <label>
              {say('descriptionAddress')}
              <input type="url" name="url" placeholder="https://" value={sent?.get('url') ?? ''} {...attributes} />
              <span class="quiet">{say('descriptionFormats')}</span>
            </label>
          )}
        </Field>
        <details open={text !== '' || at('apiDoc') !== undefined}>
          <summary>{say('descriptionText')}</summary>
          <Field refusal={at('apiDoc')}>
            {(attributes) => (
              <label>
                <span class="visually-hidden">{say('descriptionText')}</span>
                <textarea
                  name="apiDoc"
                  rows={12}
                  spellcheck={false}
                  placeholder='{ "openapi": "3.0.3", … }'
                  {...attributes}
                >
                  {text}
                </textarea>
              </label>
            )}
          </Field>
        </details>
        <Field refusal={at('apiId')}>
          {(attributes) => (
            <label>
              {say('apiId')}
              <input
                name="apiId"
                placeholder="fr-example-towns"
                pattern="[a-z0-9][a-z0-9:.\-]{6,62}[a-z0-9]"
                title={say('apiIdHelp')}
                value={sent?.get('apiId') ?? ''}
                {...attributes}
              />
              <span class="quiet">{say('apiIdHelp')}</span>
            </label>
          )}
        </Field>
        <Field refusal={at('server')}>
          {(attributes) => (
            <label>
              {say('serverAddress')}
              <input
                type="url"
                name="server"
                placeholder="https://"
                value={sent?.get('server') ?? ''}
                {...attributes}
              />
              <span class="quiet">{say('serverAddressHelp')}</span>
            </label>
          )}
        </Field>
        <fieldset class="plain-fields">
          <legend>{say('serviceKey')}</legend>
          <p class="quiet">{say('serviceKeyHelp')}</p>
          <KeyFields view={view} value={sent && sentApiKey(sent)} refusal={at('keyValue')} />
        </fieldset>
        {target === 'everyone' && (
          <label class="choice">
            <input type="checkbox" name="public" value="true" checked={!sent || sent.get('public') === 'true'} />
            <span>
              {say('servicePublicFrom')}
              <span class="quiet">{say('registerServiceForAll')}</span>
            </span>
          </label>
        )}
        <p class="button-row">
          <button class="primary" type="submit">
            {say('registerService')}
          </button>
        </p>
      </form>
    </Layout>
  )
}
