export { bundlesOf, readAttachment } from './attachments'
