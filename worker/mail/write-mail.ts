/** Writes a message: a few paragraphs and a link, as text and as HTML. Pure. */
import type { Language } from '../errors'
import { escapeXml } from '../formats/xml/escape'
import { typeset } from '../typography'
import type { Mail } from './mailer'

type Sentence = Record<Language, string>

/** The text of a message; `{name}` is a value. The link, if any, is after the first paragraph. */
export type MailText = { subject: Sentence; paragraphs: readonly Sentence[] }

/**
 * A message in a language.
 *
 * @param input.values texts of users: they are written on one line, and escaped in HTML
 */
export function writeMail(
  { subject, paragraphs }: MailText,
  input: { to: string; language: Language; values?: Record<string, string>; link?: string },
): Mail {
  const { to, language, values = {}, link } = input
  const filled = (sentence: Sentence) =>
    typeset(sentence[language]).replace(/\{(\w+)\}/g, (_, name: string) => oneLine(values[name] ?? ''))
  const [first = '', ...rest] = paragraphs.map(filled)
  const paragraph = (text: string) => `<p>${escapeXml(text)}</p>`
  const anchor = link ? [`<p><a href="${escapeXml(link)}">${escapeXml(link)}</a></p>`] : []
  return {
    to,
    subject: filled(subject),
    text: `${[first, ...(link ? [link] : []), ...rest].join('\n\n')}\n`,
    html: `<!DOCTYPE html><html lang="${language}"><meta charset="utf-8"><body>${[paragraph(first), ...anchor, ...rest.map(paragraph)].join('')}</body></html>`,
  }
}

/** A line break in a subject would start another header, and a control of the direction would turn the rest of a sentence around. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()

/**
 * The name of a person, an account or a resource in a message to somebody who may not know its author: programs that read mail
 * make links of the addresses and domains in a text, and those would seem to be of the service. A zero-width space ends them.
 */
export const withoutLinks = (name: string): string => name.replace(/(?<=\S)[.@](?=\S)|:(?=\/\/)/g, '$&\u200b')
