/** `featureCollectionText`: streams features as the text of a GeoJSON file. */
export type Feature = { geometry: object | null; properties: Record<string, unknown>; id?: string | number | undefined }

/** Yields a piece for each batch, so that the caller can yield to other work. */
export async function* featureCollectionText(batches: AsyncIterable<readonly Feature[]>): AsyncGenerator<string> {
  let before = '{"type":"FeatureCollection","features":[\n'
  for await (const features of batches) {
    let text = ''
    for (const { id, geometry, properties } of features) {
      text += `${before}${JSON.stringify({ type: 'Feature', ...(id === undefined ? {} : { id }), geometry, properties })}`
      before = ',\n'
    }
    yield text
  }
  yield before.startsWith('{') ? `${before}]}` : '\n]}\n'
}
