/** Previews of datasets in lists and on their pages: computed once for a version, stored, and read with the list. */
export { storePreview } from './compute'
export { type Distributed, frameSize, type Mapped, type Preview, type Ranked } from './preview'
export { previewsOf, readPreview } from './read'
export { isShownToAll } from './visible'
