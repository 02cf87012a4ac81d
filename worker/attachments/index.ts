export { type Archive, listArchive } from './archive'
export {
  type Attachment,
  attachmentAt,
  attachmentsAfter,
  bundleUsage,
  forgetBundle,
  pathsOf,
  type Range,
  sizeAt,
} from './find'
export { type ArrivedArchive, clearLine, mergeArchive, moveAttachment, receiveArchive } from './lines'
export {
  bundleOfApplication,
  bundleOfLines,
  bundleOfMetadata,
  discardBundle,
  dropAttachment,
  storeAttachment,
} from './store'
