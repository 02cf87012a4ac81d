/** PDF: properties, and text page by page up to the limit. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { Document, DocumentFacts } from './document'

export async function readPdf({ name, bytes, isLate }: Document): Promise<DocumentFacts> {
  // Half a megabyte of script: loaded only when there is a PDF to read.
  const { getDocumentProxy } = await import('unpdf')
  const pdf = await getDocumentProxy(bytes, { stopAtErrors: false }).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw problem('document-unreadable', {
      name,
      reason: isLocked
        ? { en: 'it is encrypted', fr: 'il est chiffré' }
        : { en: 'it is damaged', fr: 'il est endommagé' },
    })
  })
  try {
    const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
    const property = (key: string) => textIn(info, key)
    const language = property('Language')
    let content = ''
    const { maxPages, maxPageSteps } = limits.attachments
    const pages = Math.min(pdf.numPages, maxPages, Math.ceil(maxPageSteps / pdf.numPages))
    for (let number = 1; number <= pages && content.length < limits.attachments.maxContentChars; number++) {
      if (await isLate()) break
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) content += item.str + (item.hasEOL ? '\n' : '')
      content += '\n'
      page.cleanup()
    }
    return {
      content,
      title: property('Title'),
      author: property('Author'),
      date: pdfDate(property('CreationDate')),
      language,
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    throw problem('document-unreadable', { name, reason: { en: 'it is damaged', fr: 'il est endommagé' } })
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function textIn(info: object, key: string): string | undefined {
  const value: unknown = Reflect.get(info, key)
  return typeof value === 'string' ? value : undefined
}

/** `D:20180928154300+02'00'` (ISO 32000-1, 7.9.4). */
function pdfDate(text: string | undefined): string | undefined {
  const parts = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(text ?? '')
  if (!parts) return undefined
  const [, year, month = '01', day = '01', hours = '00', minutes = '00', seconds = '00', zone, zoneMinutes = '00'] =
    parts
  const ms = Date.parse(
    `${year}-${month}-${day}T${hours}:${minutes}:${seconds}${zone ? `${zone}:${zoneMinutes}` : 'Z'}`,
  )
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
