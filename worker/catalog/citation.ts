/** The reference to a public dataset for reference managers: BibTeX and RIS. Pure. */
import type { CatalogDataset } from './public-datasets'

export const citationFormats = {
  bib: { mediaType: 'application/x-bibtex', name: 'BibTeX', write: bibtex },
  ris: { mediaType: 'application/x-research-info-systems', name: 'RIS', write: ris },
} as const

/** An entry `@misc`, which every style knows. The braces around names keep their letters and their "and". */
export function bibtex(dataset: CatalogDataset, baseUrl: string): string {
  const { author, title, publisher, date, url } = citationOf(dataset, baseUrl)
  const key = `${dataset.slug}-${date.slice(0, 4)}`.replace(/[^\w-]/g, '')
  return `@misc{${key},
  author = {{${latex(author)}}},
  title = {{${latex(title)}}},
  publisher = {${latex(publisher)}},
  year = {${date.slice(0, 4)}},
  month = {${Number(date.slice(5, 7))}},
  note = {Dataset, version of ${date}},
  url = {${url}}
}
`
}

/** Lines end with CR LF, as the format asks. */
export function ris(dataset: CatalogDataset, baseUrl: string): string {
  const { author, title, publisher, date, url } = citationOf(dataset, baseUrl)
  const lines = [
    ['TY', 'DATA'],
    ['AU', author],
    ['TI', title],
    ['PB', publisher],
    ['PY', date.slice(0, 4)],
    ['DA', `${date.replaceAll('-', '/')}/`],
    ...(dataset.keywords ?? []).map((keyword) => ['KW', oneLine(keyword)]),
    ['UR', url],
    ['ER', ''],
  ]
  return lines.map(([tag, value]) => `${tag}  - ${value}\r\n`).join('')
}

/** The date is the day in UTC on which the data last changed. */
function citationOf(dataset: CatalogDataset, baseUrl: string) {
  const { id, title, owner, creator, modified, dataUpdatedAt, updatedAt } = dataset
  return {
    author: oneLine(creator || owner.name),
    title: oneLine(title),
    publisher: oneLine(owner.name),
    date: (modified ?? dataUpdatedAt ?? updatedAt).slice(0, 10),
    url: `${baseUrl}/dataset/${id}`,
  }
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const commands: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // BibTeX counts braces that have a backslash before them too.
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
}

const latex = (text: string): string => text.replace(/[\\~^{}&%$#_]/g, (sign) => commands[sign] ?? `\\${sign}`)
