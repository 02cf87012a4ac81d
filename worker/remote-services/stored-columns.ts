/** The columns of a service that are computed from what is sent. */
import { encryptText } from '../accounts'
import type { Context } from '../context'
import { problem } from '../errors'
import { limits } from '../limits'
import { refusedAddress } from '../net/outgoing-address'
import { foldAccents } from '../schema/fold-accents'
import { actionsOf } from './description/actions'
import type { Description } from './description/check'
import { hiddenKey, type RemoteService, type RemoteServicePatch } from './document'

/** The columns of a description. @throws `description-too-large` */
export function descriptionColumns({ document, apiId }: Description) {
  const apiDoc = JSON.stringify(document)
  const { maxDescriptionBytes } = limits.remoteServices
  if (apiDoc.length > maxDescriptionBytes) throw problem('body-too-large', { max: maxDescriptionBytes })
  return { apiId, apiDoc, actions: JSON.stringify(actionsOf(document)) }
}

/**
 * The columns of an API key. The hidden value leaves the stored one; `null` removes the key.
 *
 * @throws `remote-service-key-missing`, `configuration-invalid`
 */
export async function keyColumns(
  ctx: Pick<Context, 'config'>,
  { id, key }: Pick<RemoteService, 'id' | 'key'>,
  sent: RemoteServicePatch['apiKey'],
) {
  if (sent === undefined) return {}
  if (sent === null) return { keyIn: null, keyName: null, keyValue: null }
  const isNew = sent.value !== undefined && sent.value !== '' && sent.value !== hiddenKey
  const sealed = isNew ? await encryptText(ctx.config, keyPurpose(id), String(sent.value)) : key?.sealed
  if (sealed === undefined) throw problem('remote-service-key-missing')
  return { keyIn: sent.in, keyName: sent.name, keyValue: sealed }
}

/** What the value of a key is sealed for. */
export const keyPurpose = (id: string): string => `remote-services/${id}/key`

/** The columns that lists sort and search on. */
export const textColumns = ({ title, description }: { title: string; description: string }) => ({
  title,
  description,
  sortTitle: foldAccents(title).trim(),
  searchText: foldAccents(`${title}\n${description}`),
})

/**
 * The base URL of the operations, without a slash at its end: the one that is sent, else the first server of the description.
 *
 * @param url the address of the description, which a relative server is relative to
 * @throws `remote-service-server-missing`, `address-refused`
 */
export function serverOf(
  ctx: Pick<Context, 'config'>,
  { sent, stated, url }: { sent: string | undefined; stated: string | undefined; url: string | undefined },
): string {
  const address = sent ?? stated ?? ''
  if (!URL.canParse(address, url)) throw problem('remote-service-server-missing')
  const server = new URL(address, url)
  const reason = refusedAddress(server, ctx.config.OUTGOING_ALLOW)
  if (reason) throw problem('address-refused', { host: server.host, reason })
  return `${server.origin}${server.pathname.replace(/\/+$/, '')}`
}
