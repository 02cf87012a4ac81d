/** The contents of attachments: documents of other programs, invalid ones, many of them. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { archive, withArchive } from '../../support/attachments'
import { lines, publish, untilFinalized } from '../../support/datasets'
import { fixture, sharedFiles } from '../../support/fixtures'
import { ask } from '../../support/http'

describe('an attachment', () => {
  test('marks only the lines of unreadable documents', async () => {
    const key = await keyOf()
    const bad = archive({
      'broken.pdf': strToU8('%PDF-1.4\nbroken'),
      'old.doc': Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'cut.docx': fixture('documents/libreoffice.docx').slice(0, 2_000),
      'encrypted.pdf': fixture('documents/encrypted.pdf'),
      'large.txt': new Uint8Array(5_000_001).fill(120),
      'deep.html': strToU8('<div>'.repeat(500_000)),
      'deep.rtf': strToU8(`{\\rtf1${'{'.repeat(500_000)}`),
      'spaces.docx': zipSync({
        '[Content_Types].xml': strToU8('<Types/>'),
        'word/document.xml': strToU8(`a${' '.repeat(2_000_000)}b${'<w:instrText>'.repeat(100_000)}`),
      }),
    })
    const unread = ['broken.pdf', 'old.doc', 'cut.docx', 'encrypted.pdf', 'large.txt', 'deep.html', 'deep.rtf']
    const names = ['a.txt', ...unread, 'spaces.docx']
    const { id } = await publish(`file\n${names.join('\n')}\n`, { key, parts: withArchive(bad) })
    const { results } = await lines(id, 'select=file,_file.content,_file.error', key)
    expect(results.map((line) => Boolean(line['_file.error']))).toEqual(names.map((name) => unread.includes(name)))
    expect(results[4]?.['_file.error']).toContain('encrypted')
    expect(results[6]?.['_file.error']).toContain('nested too deeply')
    const [french, english] = await Promise.all(
      ['fr', 'en'].map(async (language) => {
        const headers = { 'accept-language': language }
        const events = await ask<{ code?: string; data?: string }[]>(`/api/v1/datasets/${id}/journal`, { key, headers })
        return events.find(({ code }) => code === 'attachments-unread')?.data
      }),
    )
    expect(french).toContain('broken.pdf : contenu illisible (il est endommagé)')
    expect(english).toContain('broken.pdf: the content could not be read (it is damaged)')
  })

  test('reads the documents of other programs', async () => {
    const key = await keyOf()
    const names = [
      'libreoffice.docx',
      'libreoffice.odt',
      'libreoffice.pdf',
      'libreoffice.rtf',
      'libreoffice.pptx',
      'libreoffice.odp',
      'exif.jpg',
    ]
    const files = Object.fromEntries(names.map((name) => [name, fixture(`documents/${name}`)]))
    const all = {
      ...files,
      'book.xlsx': fixture('workbooks/libreoffice.xlsx'),
      'book.ods': fixture('workbooks/libreoffice.ods'),
    }
    const { id } = await publish(`file\n${Object.keys(all).join('\n')}\n`, { key, parts: withArchive(zipSync(all)) })
    const { results } = await lines(id, '', key)
    for (const line of results) {
      expect(line['_file.error'], String(line.file)).toBeUndefined()
      expect(String(line['_file.content']), String(line.file)).toMatch(/Évreux/)
    }
    const of = (name: string) => results.find(({ file }) => file === name)
    for (const name of ['libreoffice.docx', 'libreoffice.odt', 'libreoffice.pdf', 'libreoffice.rtf']) {
      expect(of(name), name).toMatchObject({ '_file.title': 'Rapport d’été', '_file.author': 'Ann Élan' })
      // LibreOffice dates a PDF by its own clock.
      if (name !== 'libreoffice.pdf') expect(of(name)?.['_file.date'], name).toMatch(/^2024-02-2[89]T/)
    }
    expect(of('exif.jpg')).toMatchObject({ '_file.author': 'Ann', '_file.date': '2024-02-29T13:05:59.000Z' })
    expect((await lines(id, 'q=secret+chapitre', key)).total).toBeGreaterThanOrEqual(4)
  })
})

test('2,000 attachments of mixed kinds in one archive', async () => {
  const key = await keyOf()
  const kinds = ['libreoffice.docx', 'libreoffice.odt', 'libreoffice.rtf', 'exif.jpg']
  const files: Record<string, Uint8Array> = {}
  for (let n = 0; n < 2_000; n++) {
    const kind = kinds[n % (kinds.length + 1)]
    if (kind) files[`${n % 7}/${n}-${kind}`] = fixture(`documents/${kind}`)
    else files[`${n % 7}/${n}.txt`] = strToU8(`numero${n} commun`)
  }
  const dataset = await publish(zipSync(files, { level: 1 }), { key, fileName: 'many.zip' })
  expect(dataset.count).toBe(2_000)
  expect((await lines(dataset.id, 'q=commun&size=1', key)).total).toBe(400)
  expect((await lines(dataset.id, 'q=numero1004', key)).total).toBe(1)
  expect((await lines(dataset.id, 'q=chapitre&size=1', key)).total).toBe(1_200)
})

describe.skipIf(sharedFiles.size === 0)('an archive of real documents', () => {
  test('links its files to the lines of a table', async () => {
    const key = await keyOf()
    const parts = withArchive(sharedFiles.get('files.zip') ?? new Uint8Array(0))
    const { id } = await publish(sharedFiles.get('attachments.csv') ?? '', { key, parts })
    const { results } = await lines(id, '', key)
    expect(results.map((line) => String(line['_file.content'] ?? '').length > 10)).toEqual([true, true, false])
    await untilFinalized(id, key)
  })

  test('becomes a dataset by itself', async () => {
    const key = await keyOf()
    const { id } = await publish(sharedFiles.get('files.zip') ?? '', { key, fileName: 'files.zip' })
    expect((await lines(id, 'select=file&sort=file', key)).results.map(({ file }) => file)).toEqual([
      'dir1/test.pdf',
      'test.odt',
    ])
  })
})
