import { describe, expect, test } from 'vitest'
import { declarationsIn, metaIn } from '../../../worker/applications/base/page-declarations'

const meta = (html: string, language = 'en') => metaIn(declarationsIn(html), language)

describe('the texts declared by a page', () => {
  test.each([
    ['', {}],
    ['<html><head><title>Chart</title></head></html>', { title: 'Chart' }],
    ['<title>A &amp; B</title>', { title: 'A & B' }],
    [
      '<head><meta name="application-name" content="chart"><META NAME="Version" CONTENT="1.5"></head>',
      { 'application-name': 'chart', Version: '1.5' },
    ],
    ['<meta charset="utf-8"><meta name="viewport"><meta property="og:title" content="x">', {}],
    ['<meta name="df:overflow" content="true"><meta name="df:overflow" content="false">', { 'df:overflow': 'true' }],
    ['<head></head><body><title>Late</title><meta name="late" content="1"></body>', {}],
    ['<title>unclosed', { title: 'unclosed' }],
    ['<meta name="__proto__" content="x"><title>T</title>', { ['__proto__']: 'x', title: 'T' }],
  ])('%s', (html, expected) => {
    expect(Object.entries(meta(html)).sort()).toEqual(Object.entries(expected).sort())
  })

  test.each([
    ['en', 'Map'],
    ['fr', 'Carte'],
    ['de', 'Carte'],
  ])('in %s', (language, title) => {
    const html =
      '<title lang="en-GB">Map</title><title lang="fr">Carte</title><meta name="title" lang="it" content="Mappa">'
    expect(meta(html, language).title).toBe(title)
  })

  test('are the first ones if none is in the language or in French', () => {
    expect(meta('<title lang="it">Mappa</title><title lang="es">Mapa</title>').title).toBe('Mappa')
  })

  test('are limited in number and length', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `<meta name="n${n}" content="x">`).join('')
    expect(declarationsIn(many)).toHaveLength(200)
    expect(meta(`<title>${'x'.repeat(100_000)}</title>`).title).toHaveLength(10_000)
  })
})
