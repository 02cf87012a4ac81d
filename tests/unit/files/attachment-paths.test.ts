import { expect, test } from 'vitest'
import { folderOfOwner, isPathOfLine, pathOfLine, pathWithin } from '../../../worker/files/attachment-path'

const md5 = '9a0364b9e99bb480dd25e1f0284c8555'

test.each([
  ['user:ann', 'own/user:ann/'],
  ['organization:town:roads', 'own/organization:town:roads/'],
  ['user:a/b', 'own/user:a%2Fb/'],
  ['user:a%2Fb', 'own/user:a%252Fb/'],
  ['user:..', 'own/user:../'],
  ['user:é@example.org', 'own/user:%C3%A9%40example.org/'],
])('the folder of %s is one segment', (owner, folder) => {
  expect(folderOfOwner(owner)).toBe(folder)
})

test.each([
  ['docs/a.txt', 'own/user:ann/docs/a.txt'],
  ['own/user:ann/docs/a.txt', 'own/user:ann/docs/a.txt'],
  ['own/user:bob/a.txt', 'own/user:ann/own/user:bob/a.txt'],
  ['own/user:ann', 'own/user:ann/own/user:ann'],
  ['/own/user:bob/a.txt', 'own/user:ann//own/user:bob/a.txt'],
])('%s is in the folder of its owner', (path, within) => {
  expect(pathWithin(folderOfOwner('user:ann'), path)).toBe(within)
})

test.each([
  [pathOfLine('x', { md5, name: 'a.txt' }, ''), true],
  [pathOfLine('x', { md5, name: 'a.txt' }, folderOfOwner('user:ann')), true],
  [`y/${md5}/a.txt`, false],
  [`own/user:ann/y/${md5}/a.txt`, false],
  [`docs/x/${md5}/a.txt`, false],
  ['x/docs/a.txt', false],
  [`x/${md5}/sub/a.txt`, false],
])('whether %s came with the line x: %s', (path, expected) => {
  expect(isPathOfLine(path, 'x')).toBe(expected)
})
