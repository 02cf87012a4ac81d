/** Reading the bytes of a GeoPackage, as its processing does. */
import { expect } from 'vitest'
import { layerTexts } from '../../../worker/formats/geopackage/layer-texts'
import { openGeopackage } from '../../../worker/formats/geopackage/open'
import { memory } from './sheets'

export async function read(bytes: Uint8Array, number?: number) {
  const { layer, read: position, isLogged } = await openGeopackage(memory(bytes), number)
  const { extension, texts } = layerTexts(layer)
  let text = ''
  for await (const piece of texts) text += piece
  return { extension, text, position, isLogged }
}

type Feature = { geometry: unknown; properties: Record<string, unknown> }

export async function featuresOf(bytes: Uint8Array, number?: number): Promise<Feature[]> {
  const { extension, text } = await read(bytes, number)
  expect(extension).toBe('geojson')
  const { features }: { features: Feature[] } = JSON.parse(text)
  return features
}
