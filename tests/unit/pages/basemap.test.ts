/** The base map below the data of a map, and the origins that pages with a map may read. */
import type { StyleSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'
import { coastline, withData } from '../../../applications/shared/basemap/style'
import { basemapStyles } from '../../../worker/basemap'
import { readConfig } from '../../../worker/config'
import { basemapOrigins, mapPolicy, pagePolicy } from '../../../worker/pages/content-security-policy'

const shown: StyleSpecification = {
  ...coastline('/land.json', 'light'),
  sources: { ...coastline('/land.json', 'light').sources, places: { type: 'vector', tiles: [] } },
}
shown.layers = [
  ...shown.layers,
  { id: 'points', type: 'circle', source: 'places' },
  { id: 'group-counts', type: 'symbol', source: 'places', layout: { 'text-font': ['sans-serif'] } },
]
const basemap: StyleSpecification = {
  version: 8,
  glyphs: 'https://tiles.example.org/fonts/{fontstack}/{range}.pbf',
  sources: { streets: { type: 'vector', url: 'https://tiles.example.org/planet' } },
  layers: [
    { id: 'background', type: 'background' },
    { id: 'names', type: 'symbol', source: 'streets', layout: { 'text-font': ['Noto Sans Regular'] } },
  ],
}

test('a base map replaces the coastline below the data, and labels use one of its fonts', () => {
  const style = withData(shown, basemap)
  expect(Object.keys(style.sources)).toEqual(['streets', 'places'])
  expect(style.layers.map(({ id }) => id)).toEqual(['background', 'names', 'points', 'group-counts'])
  expect(style.layers.at(-1)).toMatchObject({ layout: { 'text-font': ['Noto Sans Regular'] } })
  expect(style.glyphs).toBe(basemap.glyphs)
})

// Variables of an environment, without its bindings.
const configOf = (variables: Record<string, string>) => readConfig(variables as unknown as Env)

test.each([
  [{}, ['https://tiles.openfreemap.org']],
  [{ BASEMAP: 'pmtiles:europe.pmtiles', BASEMAP_HOSTS: 'https://tiles.example.org' }, []],
  [{ BASEMAP: 'none', BASEMAP_HOSTS: 'https://tiles.example.org' }, []],
  [
    {
      BASEMAP: 'https://a.example.org/light.json, https://b.example.org/dark.json',
      BASEMAP_HOSTS: 'https://c.example.org/x',
    },
    ['https://a.example.org', 'https://b.example.org', 'https://c.example.org'],
  ],
])('with %j, pages with a map may read %j', (variables, origins) => {
  expect(basemapOrigins(configOf(variables))).toEqual(origins)
  expect(mapPolicy('n', origins)).toContain(`connect-src ${["'self'", ...origins].join(' ')};`)
  expect(pagePolicy('n')).toContain("connect-src 'self';")
})

test.each([
  [{}, ['https://tiles.openfreemap.org/styles/positron', 'https://tiles.openfreemap.org/styles/dark']],
  [{ BASEMAP: 'none' }, []],
  [{ BASEMAP: 'https://a.example.org/one.json' }, Array(2).fill('https://a.example.org/one.json')],
  [
    { BASEMAP: 'pmtiles:europe.pmtiles' },
    ['light', 'dark'].map((theme) => `https://data.example.org/basemap/style-${theme}.json?language=fr`),
  ],
])('with %j, the styles are %j', (variables, [light, dark]) => {
  const config = configOf(variables)
  expect(basemapStyles({ config, baseUrl: 'https://data.example.org', language: 'fr' })).toEqual(
    light ? { light, dark } : {},
  )
})

test('a base map is one or two addresses, or the name of an archive', () => {
  for (const BASEMAP of [
    ...[
      'pmtiles:',
      'pmtiles:../users.pmtiles',
      'pmtiles:a/b.pmtiles',
      'pmtiles:a.txt',
      'pmtiles:https://a.org/b.pmtiles',
    ],
    ...['osm', 'ftp://a.example.org/', 'https://a.org/,https://b.org/,https://c.org/'],
  ]) {
    expect(() => configOf({ BASEMAP })).toThrow('configuration-invalid')
  }
})
