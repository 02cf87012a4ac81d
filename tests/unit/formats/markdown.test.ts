import { describe, expect, test } from 'vitest'
import { AnswerMarkdown } from '../../../worker/formats/markdown/answer-markdown'
import { cleanMarkdown, renderMarkdown } from '../../../worker/formats/markdown/render'
import { limits } from '../../../worker/limits'
import { cpuMs } from '../../support/cpu-time'

const { maxAnswerMarks, maxChars, maxHtmlChars, maxNesting, maxTableCells } = limits.markdown

/** Repeats a piece. */
const repeated =
  (piece: string) =>
  (length: number): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Texts of a given length that took a parser or a sanitizer more than linear time. */
const hostile: Record<string, (length: number) => string> = {
  'nested quotes': repeated('>'),
  'nested quotes, apart': repeated('> '),
  'nested bullets': repeated('- '),
  'nested numbers': repeated('1. '),
  'quotes of bullets': repeated('> - '),
  'lists ever deeper': (length) =>
    Array.from({ length: Math.ceil(Math.sqrt(length)) }, (_, depth) => `${'  '.repeat(depth)}- a\n`)
      .join('')
      .slice(0, length),
  'emphasis within emphasis': repeated('*_'),
  'emphasis that never ends': repeated('**a *b '),
  'emphasis around one word': (length) => `${'_'.repeat(length / 2)}a`.padEnd(length, '_'),
  'underscores in words': repeated('_a__b'),
  tildes: repeated('~a~~b'),
  'unclosed labels': repeated('['),
  'balanced labels': (length) => '['.repeat(length / 2).padEnd(length, ']'),
  'unclosed links': repeated('[a](b '),
  'unclosed pictures': repeated('!['),
  'pictures in bold': repeated('**!['),
  'unclosed titles': repeated('[a](b "'),
  'unclosed definitions': repeated('[a]: b "'),
  'backticks, ever more': (length) =>
    Array.from({ length: Math.ceil(Math.sqrt(length * 2)) }, (_, count) => `${'`'.repeat(count)} `)
      .join('')
      .slice(0, length),
  'exclamation marks': repeated('!'),
  'a long address': (length) => `http://a${')'.repeat(length)}`.slice(0, length),
  'a long mail address': (length) => `${repeated('a.')(length - 1)}@`,
  addresses: repeated('http://a.'),
  www: repeated('www.'),
  'angle brackets': repeated('<'),
  autolinks: repeated('<http://a'),
  attributes: repeated('<a b="'),
  comments: repeated('<!-- -'),
  'character data': repeated('<![CDATA['),
  'elements that never end': repeated('<b>'),
  'blocks that never end': repeated('<div>'),
  'ends of other elements': (length) => repeated('<b>')(length / 2) + repeated('</x>')(length / 2),
  'comments in an address': (length) => `<a href="${repeated('<!---->')(length - 9)}`,
  entities: repeated('&amp'),
  ampersands: repeated('&'),
  columns: (length) => `${repeated('|a')(length / 2)}\n${repeated('|-')(length / 2 - 1)}`,
  'empty cells': (length) => {
    const side = Math.floor(Math.sqrt(length))
    return `${repeated('|a')(side)}\n${repeated('|-')(side)}\n`.padEnd(length, '|\n')
  },
  'one long address in many links': (length) => `[x]: http://${'a'.repeat(length / 2 - 20)}\n\n`.padEnd(length, '[x] '),
}

/** CPU time: at most 0.3 s were measured, and quadratic rendering took at least 5 s. */
const patienceMs = 3_000

describe.each(Object.entries(hostile))('%s', (_, make) => {
  test('at the limit is rendered in bounded time and size', () => {
    const text = make(maxChars)
    expect(text.length).toBeLessThanOrEqual(maxChars)
    const started = cpuMs()
    const html = renderMarkdown(text)
    expect(cpuMs() - started).toBeLessThan(patienceMs)
    expect(html.length).toBeLessThanOrEqual(maxHtmlChars)
    cleanMarkdown(text)
    expect(cpuMs() - started).toBeLessThan(2 * patienceMs)
  })

  test('beyond the limit is escaped instead of rendered', () => {
    const text = make(maxChars).padEnd(maxChars + 1, 'a')
    expect(renderMarkdown(text)).toBe(`<p>${escaped(text)}</p>`)
    expect(cleanMarkdown(text)).not.toMatch(/<[a-z!/?]/i)
  })
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

describe('a text is escaped instead of rendered', () => {
  const nested = (depth: number) => `${'> '.repeat(depth)}a`
  const table = (columns: number, lines: number) =>
    `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'|b\n'.repeat(lines - 2)}`
  const repeatedAddress = (uses: number) => `[x]: http://${'a'.repeat(10_000)}\n\n${'[x] '.repeat(uses)}`

  test.each([
    ['its blocks are nested too deeply', nested(maxNesting - 2), nested(maxNesting - 1)],
    ['its tables may have too many cells', table(99, maxTableCells / 100), table(99, maxTableCells / 100 + 1)],
    ['it would grow too much', repeatedAddress(10), repeatedAddress(maxHtmlChars / 10_000)],
  ])('when %s', (_, within, beyond) => {
    expect(renderMarkdown(within)).toMatch(/<(blockquote|table|a )/)
    expect(renderMarkdown(beyond)).toBe(`<p>${escaped(beyond)}</p>`)
  })
})

test('the texts of one response share a budget, which is the same for every response', () => {
  const marks = 10_000
  const text = '*a*\n'.repeat(marks / 3)
  const rendered = () => {
    const markdown = new AnswerMarkdown()
    return Array.from({ length: maxAnswerMarks / marks + 1 }, () => markdown.html(text).startsWith('<p><em>a</em>'))
  }
  expect(rendered()).toEqual([...Array.from({ length: maxAnswerMarks / marks }, () => true), false])
  expect(rendered()).toEqual(rendered())
  const markdown = new AnswerMarkdown()
  for (let at = 0; at < maxAnswerMarks / marks; at++) markdown.clean('<b>'.repeat(marks / 2))
  expect(markdown.clean('<script>a</script> a < b')).toBe('&lt;script>a&lt;/script> a < b')
  // Prose has a low cost.
  expect(new AnswerMarkdown().html('a word, '.repeat(5_000))).toMatch(/^<p>a word/)
})

test('Markdown as GitHub writes it is rendered', () => {
  const html = renderMarkdown(
    '# Title\n\nSee https://a.org/x, www.b.org or me@c.org, ~~not~~ <b>this</b>.\n\n| a | b |\n|---|--:|\n| 1 | `2` |\n\n1. one\n   - two',
  )
  for (const piece of [
    '<h1>Title</h1>',
    '<a href="https://a.org/x">https://a.org/x</a>,',
    '<a href="http://www.b.org">www.b.org</a> or',
    '<a href="mailto:me@c.org">me@c.org</a>',
    '<s>not</s>',
    '<b>this</b>',
    '<th>a</th>',
    '<code>2</code>',
    '<ol>\n<li>one\n<ul>\n<li>two</li>',
  ]) {
    expect(html).toContain(piece)
  }
})

test('rendered HTML has no scripts', () => {
  const html = renderMarkdown(
    '<script>a()</script><img src=x onerror=a()>[x](javascript:a())<a href="javascript:a()">y</a>![z](data:text/html,a)<svg/onload=a()>',
  )
  expect(html).not.toMatch(/<script|onerror=|onload=|(href|src)="(javascript|data):/)
})

test.each([
  ['# T', '<h1 class="text-h3">T</h1>'],
  ['text', '<p>text</p>'],
  ['|a|\n|-|\n|1|', '<table class="v-table">'],
  ['<h1 class="evil" onclick="x">a</h1>', '<h1 class="text-h3">a</h1>'],
  ['<script>x</script>', ''],
])('%j has the classes of Vuetify on request', (text, html) => {
  const styled = new AnswerMarkdown('vuetify').html(text)
  expect(styled.startsWith(html)).toBe(true)
  expect(styled).not.toMatch(/evil|onclick|script/)
  expect(new AnswerMarkdown().html(text)).not.toContain('class=')
})
