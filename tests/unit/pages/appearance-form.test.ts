import { expect, test } from 'vitest'
import {
  appearancePatch,
  defaultColor,
  linesOfLinks,
  linksOf,
} from '../../../worker/pages/administration/appearance-form'

test.each([
  ['', []],
  ['Legal notice https://a.example/legal', [{ title: 'Legal notice', href: 'https://a.example/legal' }]],
  [
    '  A   mailto:a@b.example \r\n\nhttps://c.example',
    [
      { title: 'A', href: 'mailto:a@b.example' },
      { title: 'https://c.example', href: 'https://c.example' },
    ],
  ],
])('the links of %j', (text, links) => {
  expect(linksOf(text)).toEqual(links)
  expect(linksOf(linesOfLinks(links))).toEqual(links)
})

test('empty inputs and the default colour remove their settings', () => {
  const form = new URLSearchParams({ title: ' Town ', summary: ' ', color: defaultColor, bannerKind: 'warning' })
  expect(appearancePatch(form)).toEqual({
    title: 'Town',
    summary: null,
    text: null,
    color: null,
    banner: null,
    links: null,
  })
})
