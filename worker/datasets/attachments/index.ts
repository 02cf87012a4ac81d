export { bundlesOf, firstAttachmentAt, readAttachment } from './attachments'
