import { expect, test } from 'vitest'
import { parseIndexPage } from '../../../../worker/net/transfer/http/index-page'
import {
  absolutePath,
  checkedPath,
  childPath,
  httpAddress,
  remotePath,
  splitPath,
} from '../../../../worker/net/transfer/remote-path'

test.each([
  ['ftp://host', '/'],
  ['ftp://host/', '/'],
  ['ftp://host/in/a%20b%C3%A9.csv', '/in/a bé.csv'],
  ['sftp://host/~/in/a.csv', '/~/in/a.csv'],
  ['ftp://host/100%.csv', '/100%.csv'],
  ['https://host/in/a%20b.csv?x=%20', '/in/a%20b.csv?x=%20'],
])('the path of %s is %s', (url, path) => {
  expect(remotePath(url)).toBe(path)
})

test.each(['//evil/in/x', '/\\\\evil', '@evil/x', '.evil/x', ':1/x', 'https://evil/x', '/in/../x'])(
  'the path %s is on its own server',
  (path) => {
    expect(httpAddress('https://host', path).origin).toBe('https://host')
  },
)

test('an address and its path are inverse', () => {
  for (const url of ['https://host/in/a%20b.csv?x=%20', 'https://host//evil/in/x', 'https://host/']) {
    expect(httpAddress('https://host', remotePath(url)).href).toBe(url)
  }
})

test('paths are joined, split, and completed with the folder of the user', () => {
  expect(childPath('/', 'a')).toBe('/a')
  expect(childPath('/in/', 'a')).toBe('/in/a')
  expect(splitPath('/in/a.csv')).toEqual({ folder: '/in', name: 'a.csv' })
  expect(splitPath('/a/')).toEqual({ folder: '/', name: 'a' })
  expect(splitPath('/')).toEqual({ folder: '/', name: '' })
  expect(absolutePath('/~/in', '/home/ann/')).toBe('/home/ann/in')
  expect(absolutePath('/~', '/home/ann')).toBe('/home/ann')
  expect(absolutePath('/~', '/')).toBe('/')
  expect(absolutePath('/~a', '/home/ann')).toBe('/~a')
  expect(absolutePath('in/a', '/home/ann')).toBe('/in/a')
})

test.each(['', 'a\nb', 'a\rb', 'a\0b', '\x7f', 'a'.repeat(4_097)])('the path %j is refused', (path) => {
  expect(() => checkedPath(path)).toThrow('remote-path-invalid')
})

const base = new URL('https://host/in/')
const file = (name: string, size?: number, date?: string) => ({
  path: `/in/${encodeURI(name)}`,
  name,
  type: 'file',
  size,
  modifiedAt: date ? new Date(date) : undefined,
})

test.each([
  [
    'nginx',
    '<a href="../">../</a>\n<a href="a%20b.csv">a b.csv</a>      23-Nov-2026 10:40     1234\n<a href="sub/">sub/</a> 23-Nov-2026 10:41 -',
    'a b.csv',
    1234,
  ],
  [
    'Apache',
    '<tr><th><a href="?C=N;O=D">Name</a></th></tr><tr><td><a href="/">Parent</a></td></tr><tr><td><a href="a%20b.csv">a b.csv</a></td><td align="right">2026-11-23 10:40  </td><td align="right">1.2K</td></tr><tr><td><a href="sub/">sub/</a></td><td>2026-11-23 10:41</td></tr>',
    'a b.csv',
    undefined,
  ],
])('the index page of %s', (_, html, name, size) => {
  expect(parseIndexPage(html, base)).toEqual([
    file(name, size, '2026-11-23T10:40:00Z'),
    { path: '/in/sub/', name: 'sub', type: 'folder', size: undefined, modifiedAt: new Date('2026-11-23T10:41:00Z') },
  ])
})

test('only entries in the folder of an index page are listed, once', () => {
  const links = [
    'https://evil/in/x.csv',
    '//evil/in/x',
    '/other/x.csv',
    'a/b.csv',
    'javascript:alert(1)',
    '#top',
    '.',
    '..',
  ]
  const html = [...links, 'x.csv', './x.csv', '/in/y.csv', 'a&amp;b.csv', "it's.csv"].map(
    (href) => `<a class="l" href="${href}">x</a>`,
  )
  expect(parseIndexPage(html.join(''), base).map(({ name }) => name)).toEqual(['x.csv', 'y.csv', 'a&b.csv', "it's.csv"])
})
