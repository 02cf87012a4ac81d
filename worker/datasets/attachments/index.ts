export { bundlesOf, firstAttachmentAt, readAttachment, storeMetadataFile } from './attachments'
