import { describe, expect, test } from 'vitest'
import { htmlToText, isHtml } from '../../../worker/formats/markdown/plain-text'

describe('HTML', () => {
  test.each([
    ['<p>one', true],
    ['<div class="a">one', true],
    ['one<br>two', true],
    ['a <b>word</b>', false],
    ['<i>C</i>', false],
    ['<pre>p</pre>', false],
    ['</P>', true],
    ['a < b and c > d', false],
    ['<unknown>', false],
    ['List<b> is generic', false],
    ['<https://www.example.org>', false],
    ['text', false],
  ])('%j: %s', (text, expected) => {
    expect(isHtml(text)).toBe(expected)
  })

  test.each([
    ['<p>one</p><p>two <b>wo</b>rds</p>', 'one two words'],
    ['one<br>two&nbsp;&eacute;&#39;&lt;b&gt;', "one two é'<b>"],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['a<script>steal()</script><style>p{}</style>b', 'a b'],
    ['<p>cut in a <a href="https://www.exa', 'cut in a'],
    ['', ''],
  ])('text of %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})
