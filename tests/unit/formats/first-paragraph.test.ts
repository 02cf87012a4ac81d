/** The first paragraph of a description. */
import { expect, test } from 'vitest'
import { firstParagraph } from '../../../worker/formats/markdown/first-paragraph'

test.each([
  [
    'Requests by **residents** to the council.\n\n- Source: CRM\n- Updated: daily',
    'Requests by residents to the council.',
  ],
  ['One line\nand the next.\n- a list\n', 'One line and the next.'],
  ['# Title\n\nThe [text](https://example.org).', 'The text.'],
  ['Title\n=====\n\nThe text.', 'The text.'],
  ['- first\n- second', 'first'],
  ['1. first\n2. second\n\nThen a text.', 'Then a text.'],
  ['<h2>Title</h2><p>Some <b>text</b>.</p><ul><li>item</li></ul>', 'Some text.'],
  ['![A map](m.png)\n\nText', 'A map'],
  ['# Only a title', ''],
  ['', ''],
])('of %j is %j', (markdown, text) => {
  expect(firstParagraph(markdown)).toBe(text)
})
