/** Previews of datasets in lists and on their pages: computed once for a version, stored, and read with the list. */

export { frameSize, type HistogramPreview, type MapPreview, type Preview, type TopValuesPreview } from './preview'
export { previewsOf, readPreview } from './read-preview'
export { storePreview } from './store-preview'
