import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cropOptionsOf, frameOf } from '../../../worker/thumbnails/crop'
import { readImageSize } from '../../../worker/thumbnails/image-size'
import { png } from '../../support/pictures'

const picture = { width: 1200, height: 600 }
const frame = (query: string, of = picture) => frameOf(of, cropOptionsOf(new URLSearchParams(query), undefined))

describe('a picture', () => {
  test.each([
    ['', [400, 200], [300, 200, 50, 0]],
    ['width=100&height=100', [200, 100], [100, 100, 50, 0]],
    ['width=100&height=100&position=left', [200, 100], [100, 100, 0, 0]],
    ['width=100&height=100&position=right%20top', [200, 100], [100, 100, 100, 0]],
    ['width=300', [300, 150], [300, 150, 0, 0]],
    ['height=300&width=0', [600, 300], [600, 300, 0, 0]],
    ['width=100&height=100&fit=inside', [100, 50], [100, 50, 0, 0]],
    ['width=100&height=100&fit=contain', [100, 50], [100, 50, 0, 0]],
    ['width=100&height=100&fit=outside', [200, 100], [200, 100, 0, 0]],
    ['width=100&height=100&fit=fill', [100, 100], [100, 100, 0, 0]],
    ['width=2000&height=2000', [1200, 600], [1200, 600, 0, 0]],
    ['width=2000&height=100', [1200, 600], [1200, 100, 0, 250]],
  ])('requested as "%s" is scaled to %j and cropped to %j', (query, whole, part) => {
    const found = frame(query)
    expect([found.whole.width, found.whole.height]).toEqual(whole)
    expect([found.part.width, found.part.height, found.part.x, found.part.y]).toEqual(part)
  })

  test('of one pixel row is never empty', () => {
    expect(frame('width=10&height=10&fit=inside', { width: 5_000, height: 1 }).whole).toEqual({ width: 10, height: 1 })
  })

  test.each(['width=-1', 'width=1e3', 'width=2001', 'height=x', 'fit=stretch'])('is refused as "%s"', (query) => {
    expect(() => frame(query)).toThrow(expect.objectContaining({ code: 'parameter-invalid' }))
  })

  test('has its size in its first bytes', () => {
    expect(readImageSize(png(40, 30))).toEqual({ width: 40, height: 30 })
    expect(readImageSize(readFileSync('tests/fixtures/documents/exif.jpg'))).toMatchObject({
      width: expect.any(Number),
    })
    const gif = Uint8Array.from([...Buffer.from('GIF89a'), 0x2c, 0x01, 0x0a, 0x00])
    expect(readImageSize(gif)).toEqual({ width: 300, height: 10 })
    expect(readImageSize(png(40, 30).subarray(0, 18))).toBeUndefined()
    expect(readImageSize(new TextEncoder().encode('<svg width="10" height="10"/>'))).toBeUndefined()
  })
})
