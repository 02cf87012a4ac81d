/** The form of the appearance. Pure. */
import type { ProblemCode } from '../../errors'
import { isInstanceLink } from '../../instance'
import type { Refusal } from '../form'

/** The accent of `tokens.css`, which an instance without a colour has. */
export const defaultColor = '#0b6654'

/** The input of the form that an error of the API is about, if it is about one. */
export function inputOf({ code, property }: Pick<Refusal, 'code' | 'property'>): string | undefined {
  const inputs: Partial<Record<string, string>> = {
    'colour-too-light': 'color',
    'logo-invalid': 'logo',
  } satisfies Partial<Record<ProblemCode, string>>
  return inputs[code] ?? ['title', 'summary', 'text', 'color', 'banner', 'links'].find((name) => name === property)
}

type Link = { title: string; href: string }

/** The patch of `PATCH /api/v1/admin/instance`: an empty input removes its setting. */
export function appearancePatch(form: URLSearchParams): Record<string, unknown> {
  const text = (name: string) => form.get(name)?.trim() || null
  const banner = text('banner')
  const links = linksOf(form.get('links') ?? '')
  return {
    title: text('title'),
    summary: text('summary'),
    text: text('text'),
    color: text('color') === defaultColor ? null : text('color'),
    banner: banner && { text: banner, kind: form.get('bannerKind') ?? 'info' },
    links: links.length > 0 ? links : null,
  }
}

/** A link on each line: a title, a space, an address. A line without a space is an address. */
export function linksOf(text: string): Link[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const at = line.lastIndexOf(' ')
      return { title: at < 0 ? line : line.slice(0, at).trim(), href: line.slice(at + 1) }
    })
}

/** The first line whose address is none: neither an URL nor a path of the service. Counted from 1; undefined when all are addresses. */
export function invalidLink(text: string): number | undefined {
  const at = linksOf(text).findIndex(({ href }) => !isInstanceLink(href))
  return at < 0 ? undefined : at + 1
}

export const linesOfLinks = (links: readonly Link[]): string =>
  links.map(({ title, href }) => `${title} ${href}`).join('\n')
