/** The datasets of an account and of a publication site, in the parameters of a page. Pure. */
import type { Dataset } from '../../datasets'
import { problem, untranslated } from '../../errors'

/** The account and the site whose datasets are shown; both are optional. */
export type AccountChoice = { owner: string | undefined; publicationSite: string | undefined }

/** @throws `parameter-invalid` */
export function choiceIn(params: URLSearchParams): AccountChoice {
  const [owner, publicationSite] = [params.get('owner') || undefined, params.get('publicationSite') || undefined]
  if (owner && !/^(user|organization):[^:,]+(:[^:,]+)?$/.test(owner)) {
    throw problem('parameter-invalid', {
      parameter: 'owner',
      reason: { en: 'type:id or type:id:department', fr: 'type:id ou type:id:direction' },
    })
  }
  if (publicationSite && !/^[^:,]+:[^:,]+$/.test(publicationSite)) {
    throw problem('parameter-invalid', { parameter: 'publicationSite', reason: untranslated('type:id') })
  }
  return { owner, publicationSite }
}

/** The parameters of the steps. */
export function queryOf({ owner, publicationSite }: AccountChoice, more: Record<string, string> = {}): string {
  const params = { ...(owner ? { owner } : {}), ...(publicationSite ? { publicationSite } : {}), ...more }
  const query = new URLSearchParams(params).toString()
  return query ? `?${query}` : ''
}

/** Whether a dataset is one of those to choose from. */
export function isAmong({ owner, metadata }: Pick<Dataset, 'owner' | 'metadata'>, choice: AccountChoice): boolean {
  const account = `${owner.type}:${owner.id}`
  const isOwners = !choice.owner || [account, `${account}:${owner.department ?? ''}`].includes(choice.owner)
  const isThere = !choice.publicationSite || metadata.publicationSites?.includes(choice.publicationSite) === true
  return isOwners && isThere
}
