/** Items of RSS and Atom feeds. Pure. */

import { problem } from '../../../errors'
import { attribute, decoded, ElementScanner, openingTag } from '../../../formats/xml/parse'
import { limits } from '../../../limits'

export type FeedItem = {
  _id: string
  title: string
  link: string
  date: string | undefined
  description: string
  image: string | undefined
  author: string | undefined
  categories: string[]
}

/** The items of a feed: RSS 0.9–2.0, RDF and Atom. @throws `collector-data-invalid` when there are too many */
export function itemsOf(xml: string): FeedItem[] {
  const { maxFeedItems } = limits.collectors
  const items: FeedItem[] = []
  const scanner = new ElementScanner({ elements: ['item', 'entry'] }, limits.collectors.maxFeedBytes)
  scanner.push(xml, (_, element) => {
    const item = itemOf(element)
    if (item._id && items.push(item) > maxFeedItems) {
      throw problem('collector-data-invalid', {
        reason: {
          en: `the feed has more than ${maxFeedItems} items`,
          fr: `le flux a plus de ${maxFeedItems} éléments`,
        },
      })
    }
  })
  return items
}

function itemOf(xml: string): FeedItem {
  const text = (...names: string[]) => names.map((name) => textIn(xml, name)).find(Boolean) ?? ''
  const link = text('link') || linkIn(xml)
  const title = text('title')
  const date = text('pubDate', 'published', 'updated', 'dc:date')
  return {
    _id: text('guid', 'id') || link || title,
    title,
    link,
    date: Number.isNaN(Date.parse(date)) ? undefined : new Date(date).toISOString(),
    description: text('description', 'summary', 'content:encoded', 'content'),
    image: imageIn(xml),
    author: text('dc:creator') || textIn(elementsNamed(xml, 'author')[0] ?? '', 'name') || text('author') || undefined,
    categories: elementsNamed(xml, 'category').map((category) => textOf(category) || attribute(category, 'term') || ''),
  }
}

function elementsNamed(xml: string, name: string): string[] {
  const elements: string[] = []
  const scanner = new ElementScanner({ elements: [name] }, limits.collectors.maxFeedBytes)
  scanner.push(xml, (_, element) => elements.push(element))
  return elements
}

const textIn = (xml: string, name: string): string => textOf(elementsNamed(xml, name)[0] ?? '')

/** The text of an element, without the tags of elements in it (XHTML). HTML that is escaped stays, as does that of CDATA, which the scanner escapes. */
function textOf(element: string): string {
  const inner = element.slice(openingTag(element).length, element.lastIndexOf('</'))
  return decoded(inner.replace(/<[^<>]*>/g, ' ')).trim()
}

/** The `alternate` link of an Atom entry, or its first one. */
function linkIn(xml: string): string {
  const links = [...xml.matchAll(/<link\s[^<>]*>/g)].map(([tag]) => tag)
  const alternate = links.find((tag) => (attribute(tag, 'rel') ?? 'alternate') === 'alternate')
  return attribute(alternate ?? links[0] ?? '', 'href') ?? ''
}

function imageIn(xml: string): string | undefined {
  for (const [tag] of xml.matchAll(/<(?:enclosure|media:content|media:thumbnail)\s[^<>]*>/g)) {
    const type = attribute(tag, 'type') ?? ''
    if (tag.startsWith('<media:') || type.startsWith('image/')) return attribute(tag, 'url')
  }
  return undefined
}
