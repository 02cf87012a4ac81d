export { listArchive } from './archive'
export {
  type Attachment,
  attachmentAt,
  attachmentsAfter,
  bundleUsage,
  forgetBundle,
  pathsOf,
  sizeAt,
} from './find-attachments'
export {
  type ArrivedArchive,
  mergeArchive,
  moveAttachment,
  receiveArchive,
  removeAttachmentsOfLine,
  removeSentFiles,
  sentFilesAfter,
} from './line-attachments'
export {
  bundleOfApplication,
  bundleOfLines,
  bundleOfMetadata,
  discardBundle,
  dropAttachment,
  storeAttachment,
} from './store'
