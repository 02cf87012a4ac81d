import type { Owner } from '../../identity'
import { organizationLogoAddress, type Presentation, presentationOf } from '../../instance'
import type { View } from '../view'
import { Markdown } from './markdown'

/** The address of the catalogue of an owner: the page of an organization. */
export const ownerAddress = ({ baseUrl }: View, { type, id }: Owner): string =>
  `${baseUrl}/?${new URLSearchParams({ owner: `${type}:${id}` })}`

/** The logo of an organization, beside its name; nothing without one. */
export async function OwnerLogo({ view, owner, height = 20 }: { view: View; owner: Owner; height?: number }) {
  const presentation = await presentationOf(view.ctx, owner)
  const source = presentation && organizationLogoAddress(view.ctx, owner.id, presentation)
  return <>{source && <img class="logo" src={source} alt="" height={height} />}</>
}

/** What an organization says of itself. */
export async function OwnerDescription({ view, owner }: { view: View; owner: Owner }) {
  const description = (await presentationOf(view.ctx, owner))?.description
  return <>{description && <Markdown view={view} text={description} />}</>
}

/** The organization whose datasets alone a list shows, when it presents itself. */
export async function presentedOwner(
  { ctx }: View,
  params: URLSearchParams,
  listed: readonly { owner?: Owner }[],
): Promise<{ owner: Owner; presentation: Presentation } | undefined> {
  const [, id] = /^organization:([^:,]+)$/.exec(params.get('owner') ?? '') ?? []
  const owner = listed.find((one) => one.owner?.id === id && one.owner?.type === 'organization')?.owner
  const presentation = owner && (await presentationOf(ctx, owner))
  return presentation ? { owner, presentation } : undefined
}
