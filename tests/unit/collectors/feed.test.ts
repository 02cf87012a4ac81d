/** Items of RSS and Atom feeds. */
import { describe, expect, test } from 'vitest'
import { itemsOf } from '../../../worker/collectors/plugins/rss/feed'
import { limits } from '../../../worker/limits'

describe('the author', () => {
  test.each([
    ['<author><name>Ann &amp; Bob</name><email>ann@example.org</email></author>', 'Ann & Bob'],
    ['<author>ann@example.org (Ann)</author>', 'ann@example.org (Ann)'],
    ['<dc:creator><![CDATA[Ann]]></dc:creator><author><name>Bob</name></author>', 'Ann'],
    ['', undefined],
  ])('%s', (xml, author) => {
    expect(itemsOf(`<feed><entry><id>1</id>${xml}</entry></feed>`)[0]?.author).toBe(author)
  })
})

describe('a description', () => {
  test.each([
    ['<description>a &lt;b&gt;c&lt;/b&gt;</description>', 'a <b>c</b>'],
    ['<description>a <![CDATA[<b>c</b> & d]]></description>', 'a <b>c</b> & d'],
    ['<content type="xhtml"><div>a <b>c</b></div></content>', 'a  c'],
  ])('%s', (xml, text) => {
    expect(itemsOf(`<feed><entry><id>1</id>${xml}</entry></feed>`)[0]?.description).toBe(text)
  })
})

test('a feed has a limited number of items', () => {
  const items = '<item><guid>1</guid></item>'.repeat(limits.collectors.maxFeedItems + 1)
  expect(() => itemsOf(`<rss>${items}</rss>`)).toThrow('more than 10000 items')
})
