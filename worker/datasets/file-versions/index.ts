/** Earlier files of datasets: listed, downloaded, restored, and discarded after a while. */

export { type FileVersionDocument, listFileVersions } from './file-versions'
export { discardOldFileVersions } from './stored-versions'
