export { type Archive, listArchive } from './archive'
export {
  type Attachment,
  attachmentAt,
  attachmentsAfter,
  forgetBundle,
  pathsOf,
  type Range,
  sizeAt,
  sizeOf,
} from './find'
export {
  bundleOfApplication,
  bundleOfLines,
  bundleOfMetadata,
  discardBundle,
  dropAttachment,
  keepAttachment,
  type StoredAttachment,
} from './keep'
export { type ArrivedArchive, clearLine, moveAttachment, receiveArchive, takeArchive } from './lines'
