import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { startsPage } from '../../../worker/net/response-name'

test.each([
  ['<!DOCTYPE html><p>', true],
  ['<?xml version="1.0"?>\n<!-- one --> <!-- two\nlines -->\n<html lang="en">', true],
  ['<!----><!-- <html> --><htmlx>', false],
  ['<!-- no end <html>', false],
  ['name,<html>\n', false],
])('whether %j begins a web page', (text, expected) => {
  expect(startsPage(text)).toBe(expected)
})

test('a response of comments is read quickly', () => {
  const begun = performance.now()
  expect(startsPage('<!---->'.repeat(limits.net.pageStartBytes / 7))).toBe(false)
  expect(performance.now() - begun).toBeLessThan(1_000)
})
