import { expect, test } from 'vitest'
import { logoType } from '../../../worker/instance/logo-type'

const typeOf = (text: string) => logoType(new Uint8Array(Buffer.from(text)))
const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${content}</svg>`

test.each([
  svg('<path d="M0 0h9v9z"/>'),
  `\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n${svg('<style>path{fill:red}</style>')}`,
  `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('<g/>')}`,
])('%s is an SVG', (text) => expect(typeOf(text)).toBe('image/svg+xml'))

test.each([
  svg('<script>alert(1)</script>'),
  svg('<title><svg:script>alert(1)</svg:script></title>'),
  svg('<g onclick="alert(1)"/>'),
  svg('', ' onload="alert(1)"'),
  svg('<a href=" javascript:alert(1)"><text>x</text></a>'),
  svg('<foreignObject><p>x</p></foreignObject>'),
  '<svg><path d="M0 0"/></svg>',
  `<html>${svg('')}</html>`,
  `text ${svg('')}`,
  'GIF89a',
  '',
])('%s is no logo', (text) => expect(typeOf(text)).toBeUndefined())
