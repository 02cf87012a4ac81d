/** A base application as the API shows it (contract applications A.2). Pure. */
import type { Language } from '../../errors'
import { thumbnailSize, usualThumbnail } from '../../formats/image/thumbnail-size'
import { type Prose, told } from '../../resources/list'
import { metaIn } from './declared'
import { type AccessEntry, type BaseApplication, categories, otherCategory } from './document'

export type BaseView = Prose & {
  baseUrl: string
  language: Language
  /** The entries of `privateAccess` that are told: all without. */
  tells?: (entry: AccessEntry) => boolean
}

/** What is said of it: what the operator says, else what its page declares. */
export function saidOf(
  { said, declared, url }: Pick<BaseApplication, 'said' | 'declared' | 'url'>,
  language: Language,
) {
  const meta = metaIn(declared, language)
  const segments = new URL(url).pathname.split('/').filter(Boolean)
  return {
    meta,
    title: said.title ?? meta.title ?? segments.at(-1) ?? url,
    applicationName: said.applicationName ?? meta['application-name'],
    version: said.version ?? meta.version ?? segments.at(-1) ?? '',
    description: said.description ?? meta.description ?? '',
  }
}

export function presentBase(base: BaseApplication, view: BaseView): Record<string, unknown> {
  const { said } = base
  const { meta, title, applicationName, version, description } = saidOf(base, view.language)
  const document = {
    id: base.id,
    url: base.url,
    meta,
    title,
    applicationName,
    version,
    description: told(description, view),
    image: said.image ?? `${base.url}thumbnail.png`,
    thumbnail: `${view.baseUrl}/api/v1/base-applications/${base.id}/thumbnail?${view.thumbnail || thumbnailSize(usualThumbnail)}`,
    documentation: said.documentation,
    category: said.category && (categories.includes(said.category) ? said.category : otherCategory),
    public: base.public,
    privateAccess: base.privateAccess.filter(view.tells ?? (() => true)),
    deprecated: base.deprecated,
    datasetsFilters: base.datasetsFilters,
    hasConfigSchema: base.hasConfigSchema,
    updatedAt: base.updatedAt,
  }
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined && value !== null))
}

/** What an application tells of its base application (contract applications A.6). */
export function snapshotOf(
  base: Pick<BaseApplication, 'id' | 'url' | 'declared' | 'datasetsFilters'>,
  language: Language,
): Record<string, unknown> {
  const { id, url, declared, datasetsFilters } = base
  return { id, url, meta: metaIn(declared, language), datasetsFilters }
}
