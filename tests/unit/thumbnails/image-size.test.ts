/** The size of images whose headers disagree: decoders take that of a frame. */
import { describe, expect, test } from 'vitest'
import { readImageSize } from '../../../worker/thumbnails/image-size'
import { png } from '../../support/pictures'

const bytes = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)))
const le = (value: number, length: number) => Array.from({ length }, (_, at) => (value >>> (8 * at)) & 0xff)
const be = (value: number, length: number) => le(value, length).reverse()

const chunk = (name: string, data: readonly number[]) => [
  ...bytes(name, le(data.length, 4), data, data.length % 2 ? [0] : []),
]
const webp = (...chunks: number[][]) => bytes('RIFF', le(4 + chunks.flat().length, 4), 'WEBP', chunks.flat())
const canvas = (width: number, height: number) => chunk('VP8X', [0, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3)])
const lossless = (width: number, height: number) =>
  chunk('VP8L', [0x2f, ...le((width - 1) | ((height - 1) << 14), 4), 0, 0])
const lossy = (width: number, height: number) =>
  chunk('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...le(width, 2), ...le(height, 2)])
const frame = (width: number, height: number, inner: number[]) =>
  chunk('ANMF', [0, 0, 0, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3), 0, 0, 0, 0, ...inner])

describe('WebP', () => {
  test.each([
    ['lossy', webp(lossy(300, 200)), 300, 200],
    ['lossless', webp(lossless(300, 200)), 300, 200],
    ['with a canvas', webp(canvas(300, 200), chunk('ICCP', [1, 2, 3]), lossless(300, 200)), 300, 200],
    ['with a larger lossless image', webp(canvas(16, 16), lossless(16_384, 16_384)), 16_384, 16_384],
    ['with a larger lossy image', webp(canvas(16, 16), chunk('ALPH', [0]), lossy(9_000, 20)), 9_000, 20],
    ['with a larger frame', webp(canvas(16, 16), frame(8_000, 9_000, lossy(16, 16))), 8_000, 9_000],
    ['with a larger image in a frame', webp(canvas(16, 16), frame(16, 16, lossless(40, 8_000))), 40, 8_000],
  ])('%s', (_, image, width, height) => {
    expect(readImageSize(image)).toEqual({ width, height })
  })
})

const gif = (...blocks: (readonly number[])[]) =>
  bytes('GIF89a', le(10, 2), le(20, 2), [0x80, 0, 0], [0, 0, 0, 1, 1, 1], ...blocks)
const gifFrame = (width: number, height: number, flags = 0) => [
  ...[0x2c, 0, 0, 0, 0, ...le(width, 2), ...le(height, 2), flags],
  ...Array.from({ length: flags & 0x80 ? 6 : 0 }, () => 0),
  ...[2, 2, 0x4c, 1, 0],
]

describe('GIF', () => {
  test.each([
    ['with a frame of its screen', gif([0x21, 0xf9, 4, 0, 0, 0, 0, 0], gifFrame(10, 20), [0x3b]), 10, 20],
    ['with a larger frame', gif(gifFrame(8_000, 5), [0x3b]), 8_000, 20],
    ['with a larger second frame', gif(gifFrame(5, 5, 0x80), gifFrame(5, 8_000), [0x3b]), 10, 8_000],
  ])('%s', (_, image, width, height) => {
    expect(readImageSize(image)).toEqual({ width, height })
  })
})

const sof = (width: number, height: number) => [
  0xff,
  0xc0,
  ...be(11, 2),
  8,
  ...be(height, 2),
  ...be(width, 2),
  1,
  1,
  17,
  0,
]
const scan = [0xff, 0xda, ...be(8, 2), 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]
const jpeg = (...segments: (readonly number[])[]) => bytes([0xff, 0xd8], ...segments)

test.each([
  ['with one header', jpeg([0xff, 0xe0, ...be(4, 2), 0xff, 0xc0], sof(30, 20), scan, [0xff, 0xd9], sof(9_000, 9_000))],
  ['without an end', jpeg(sof(30, 20), scan)],
])('JPEG %s', (_, image) => {
  expect(readImageSize(image)).toEqual({ width: 30, height: 20 })
})

test.each([
  ['before its data', jpeg(sof(30, 20), sof(60_000, 10), scan, [0xff, 0xd9])],
  ['after its data', jpeg(sof(30, 20), scan, sof(60_000, 10), [0xff, 0xd9])],
])('JPEG with a second header %s', (_, image) => {
  expect(readImageSize(image)).toEqual({ width: 60_000, height: 20 })
})

test('PNG with a second header', () => {
  const [small, large] = [Buffer.from(png(8, 8)), Buffer.from(png(2_000, 1))]
  const image = Buffer.concat([small.subarray(0, 33), large.subarray(8, 33), small.subarray(33)])
  expect(readImageSize(image)).toEqual({ width: 2_000, height: 8 })
})
