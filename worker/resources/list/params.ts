/** Query parameters of all lists. */

import { problem } from '../../errors'
import { thumbnailSize } from '../../formats/image/thumbnail-size'
import { AnswerMarkdown } from '../../formats/markdown/answer-markdown'
import { limits } from '../../limits'
import { wholeNumber } from '../../net/whole-number'
import { excerptOf } from '../../schema/cut-text'
import type { Prose } from './render-descriptions'

export type Params<Name extends string> = Partial<Record<Name, string | undefined>>

/** Rendering of descriptions. */
export const proseParameters = {
  html: 'true: descriptions as HTML; vuetify: with the classes of Vuetify.',
  truncate: 'Cuts the description after so many characters.',
  thumbnail: '`WxH`: the size in the address of `thumbnail`, 300x200 by default.',
} as const

/** Pagination. */
export const pageParameters = {
  size: 'Results of a page, 12 by default.',
  page: 'Page, from 1 on.',
  skip: 'Results to skip; wins over page.',
} as const

/** Filters by owner, permission and visibility. */
export const accessParameters = {
  owner: '`type:id[:department]`, comma separated; `-` before one excludes it.',
  mine: 'true: of the active account.',
  shared: 'false: of the active account.',
  can: 'Operations, comma separated, or one class of them, that the caller may do.',
  visibility: 'public, protected, private.',
  public: 'true: the same as visibility=public.',
  protected: 'true: the same as visibility=protected.',
  private: 'true: the same as visibility=private.',
} as const

/** The comma-separated values of a parameter. */
export function listParameter<Name extends string>(params: Params<Name>, name: Name): string[] | undefined {
  const values = params[name]?.split(',').filter(Boolean)
  return values && values.length > 0 ? values : undefined
}

/** The whole number of a parameter, or `absent`. @throws `parameter-invalid` */
function numberParam<Name extends string>(params: Params<Name>, name: Name, absent: number, min: number): number {
  const text = params[name]
  return text ? wholeNumber(name, text, min) : absent
}

/** The requested page. @throws `parameter-invalid`, `window-too-large` */
export function pageOf(params: Params<keyof typeof pageParameters>): { size: number; skip: number } {
  const size = numberParam(params, 'size', limits.lists.defaultSize, 0)
  const page = numberParam(params, 'page', 1, 1)
  const skip = params.skip === undefined ? (page - 1) * size : numberParam(params, 'skip', 0, 0)
  if (size + skip > limits.lists.maxWindow) throw problem('window-too-large', { max: limits.lists.maxWindow })
  return { size, skip }
}

/** The rendering that a request asks for. @throws `parameter-invalid` */
export function proseOf(params: Params<keyof typeof proseParameters>): Prose {
  const html = params.html === 'true' || params.html === 'vuetify'
  return {
    html,
    markdown: new AnswerMarkdown(params.html === 'vuetify' ? 'vuetify' : 'plain'),
    truncate: params.truncate ? wholeNumber('truncate', params.truncate) : undefined,
    thumbnail: params.thumbnail ? sizeOf(params.thumbnail) : undefined,
  }
}

function sizeOf(text: string): string {
  const size = thumbnailSize(text)
  if (size !== undefined) return size
  throw problem('parameter-invalid', {
    parameter: 'thumbnail',
    reason: {
      en: `"${excerptOf(text)}" is not WxH, as 300x200.`,
      fr: `"${excerptOf(text)}" n'est pas de la forme LxH, comme 300x200.`,
    },
  })
}

/**
 * Response headers of lists. Shared caches may store lists that are the same for every caller: public resources only,
 * without `userPermissions`.
 */
export function listCaching(
  params: Params<keyof typeof accessParameters | 'select' | 'facets'>,
): Record<string, string> {
  const isShareable =
    params.select?.split(',').includes('-userPermissions') === true &&
    (params.visibility === 'public' || (params.public === 'true' && params.visibility === undefined)) &&
    ![params.mine, params.shared, params.can, params.private, params.protected].some((value) => value !== undefined) &&
    !listParameter(params, 'facets')?.includes('visibility')
  if (!isShareable) return {}
  const seconds = limits.cache.publicMaxAgeSeconds
  return {
    'cache-control': `must-revalidate, public, max-age=${seconds}`,
    'x-accel-buffering': 'yes',
    vary: 'accept-language',
  }
}
