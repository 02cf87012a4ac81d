/** The document of a base application in the API. Pure. */
import type { Language } from '../../errors'
import { thumbnailSize, usualThumbnail } from '../../formats/image/thumbnail-size'
import type { AccessEntry } from '../../resources'
import { type Prose, render } from '../../resources/list'
import { baseAddress, segmentsOf } from './bundled'
import { type BaseApplication, categories, otherCategory } from './document'
import { metaIn } from './page-declarations'

type BaseView = Prose & {
  baseUrl: string
  language: Language
  /** Selects the entries of `privateAccess` to show; all by default. */
  showsAccess?: (entry: AccessEntry) => boolean
}

/** The texts of a base application: the operator's overrides, else the declarations of its page. */
export function textsOf(
  { overrides, declared, url }: Pick<BaseApplication, 'overrides' | 'declared' | 'url'>,
  language: Language,
) {
  const meta = metaIn(declared, language)
  const segments = segmentsOf(url)
  return {
    meta,
    title: overrides.title ?? meta.title ?? segments.at(-1) ?? url,
    applicationName: overrides.applicationName ?? meta['application-name'],
    version: overrides.version ?? meta.version ?? segments.at(-1) ?? '',
    description: overrides.description ?? meta.description ?? '',
  }
}

export function presentBase(base: BaseApplication, view: BaseView): Record<string, unknown> {
  const { overrides } = base
  const url = baseAddress(base.url, view.baseUrl)
  const { meta, title, applicationName, version, description } = textsOf(base, view.language)
  const document = {
    id: base.id,
    url,
    meta,
    title,
    applicationName,
    version,
    description: render(description, view),
    image: overrides.image ?? `${url}thumbnail.png`,
    thumbnail: `${view.baseUrl}/api/v1/base-applications/${base.id}/thumbnail?${view.thumbnail || thumbnailSize(usualThumbnail)}`,
    documentation: overrides.documentation,
    category: overrides.category && (categories.includes(overrides.category) ? overrides.category : otherCategory),
    public: base.public,
    privateAccess: base.privateAccess.filter(view.showsAccess ?? (() => true)),
    deprecated: base.deprecated,
    datasetsFilters: base.datasetsFilters,
    hasConfigSchema: base.hasConfigSchema,
    updatedAt: base.updatedAt,
  }
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined && value !== null))
}

/** `baseApp` of an application. */
export function snapshotOf(
  base: Pick<BaseApplication, 'id' | 'url' | 'declared' | 'datasetsFilters'>,
  { language, baseUrl }: Pick<BaseView, 'language' | 'baseUrl'>,
): Record<string, unknown> {
  const { id, url, declared, datasetsFilters } = base
  return { id, url: baseAddress(url, baseUrl), meta: metaIn(declared, language), datasetsFilters }
}
