/** Mail to people: how it is sent, and how a message is written. */

export { createMailer, type MailBinding, type Mailer } from './mailer'
export { type MailText, withoutLinks, writeMail } from './write-mail'
