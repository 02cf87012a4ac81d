/** `readDocument`: text and properties of a file, whose format is detected by its first bytes and its name. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { type ByteSource, readZipDirectory } from '../archive/zip'
import { packageOf, signatureOf } from '../kinds/signature'
import { detectEncoding, TextReader } from '../text/detect-encoding'
import type { Document, DocumentFacts } from './document'
import { readHtml } from './html'
import { readImage } from './image'
import { readOffice } from './office'
import { readPdf } from './pdf'
import { readRtf } from './rtf'

const texts = /\.(txt|md|markdown|csv|tsv|json|ndjson|geojson|xml|log|ya?ml|ics|sql)$/i

/**
 * Reads a document. Formats without text give nothing.
 *
 * @throws a Problem when the document is damaged, encrypted, or a zip bomb
 */
export async function readDocument(document: Document): Promise<DocumentFacts> {
  const facts = await read(document)
  const { maxContentChars, maxPropertyChars } = limits.attachments
  const cut = (text: string | undefined, max: number) =>
    text === undefined ? undefined : cutText(text.replaceAll('\0', '').trim(), max).toWellFormed() || undefined
  return {
    content: cut(facts.content, maxContentChars),
    title: cut(facts.title, maxPropertyChars),
    author: cut(facts.author, maxPropertyChars),
    date: facts.date,
    language: cut(facts.language, 20),
  }
}

async function read(document: Document): Promise<DocumentFacts> {
  const { name, bytes } = document
  switch (signatureOf(bytes.subarray(0, 64))) {
    case 'PDF':
      return readPdf(document)
    case 'RTF':
      return readRtf(name, bytes)
    case 'ZIP': {
      const source = inMemory(bytes)
      const entries = await readZipDirectory(source)
      const kind = packageOf(new Set(entries.map((entry) => entry.name)))
      return kind ? readOffice(document, source, entries, kind) : {}
    }
    case 'JPEG':
    case 'PNG':
    case 'TIFF':
    case 'WEBP':
      return readImage(bytes)
    case 'OLE2':
      // Encrypted documents of Office are stored in this older container too.
      throw problem('document-unreadable', {
        name,
        reason: {
          en: 'an Office document before 2007, or encrypted',
          fr: "un document Office d'avant 2007, ou chiffré",
        },
      })
    case undefined:
      if (/\.(html?|xhtml)$/i.test(name)) return readHtml(name, textOf(bytes))
      return texts.test(name) ? { content: textOf(bytes) } : {}
    default:
      return {}
  }
}

function textOf(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, limits.files.sampleBytes)
  return new TextReader(detectEncoding(sample, sample.length === bytes.length))
    .decode(bytes, true)
    .replace(/^\ufeff/, '')
}

function inMemory(bytes: Uint8Array): ByteSource {
  async function* whole(offset: number, length: number) {
    yield bytes.slice(offset, offset + length)
  }
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.slice(offset, offset + length),
    stream: async (offset, length) => whole(offset, length),
  }
}
