import { describe, expect, it } from 'vitest'
import { detectEncoding, TextReader } from '../../../worker/formats/text/detect-encoding'
import { knownEncoding } from '../../../worker/formats/text/encodings'
import { pieces, seeded } from './feed'

const FRENCH =
  'Nom;Qualité;Préfecture\nÉlodie;élevée à très élevée;Châteauroux\nFrançois;dégradée;Évreux où naît le goût\n'
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string, big = false) => {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !big)
  return bytes
}

/** Encodes a text in a single-byte or two-byte encoding, by decoding every byte and pair. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let first = 255; first >= 0; first--) {
    if (first >= 0x81) {
      for (let second = 255; second >= 0x40; second--) {
        const character = decoder.decode(Uint8Array.of(first, second))
        if ([...character].length === 1) bytesOf.set(character, [first, second])
      }
    }
  }
  for (let byte = 255; byte >= 0; byte--) {
    const character = decoder.decode(Uint8Array.of(byte))
    if (character !== '\ufffd' && character.length === 1) bytesOf.set(character, [byte])
  }
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? [63]))
}

describe('the encoding of a file', () => {
  it('is that of its byte order mark', () => {
    expect(detectEncoding(utf8('\ufeffa;b'), true)).toBe('UTF-8')
    expect(detectEncoding(utf16('\ufeffa;b'), true)).toBe('UTF-16LE')
    expect(detectEncoding(utf16('\ufeffa;b', true), true)).toBe('UTF-16BE')
  })

  it('is not UTF-16 because of one NUL in a small file', () => {
    expect(detectEncoding(new TextEncoder().encode('a,b\n1,x\u0000y\n2,z\n'), true)).toBe('UTF-8')
  })

  it('is UTF-16 where every other byte is zero, and not where a few are', () => {
    expect(detectEncoding(utf16(FRENCH), true)).toBe('UTF-16LE')
    expect(detectEncoding(utf16(FRENCH, true), true)).toBe('UTF-16BE')
    expect(detectEncoding(utf8(`a;b\0\n${FRENCH}`), true)).toBe('UTF-8')
  })

  it('is UTF-8 for ASCII, for nothing, and for valid UTF-8 even cut inside a character', () => {
    expect(detectEncoding(utf8('a,b\n1,2\n'), true)).toBe('UTF-8')
    expect(detectEncoding(new Uint8Array(0), true)).toBe('UTF-8')
    expect(detectEncoding(utf8(FRENCH), true)).toBe('UTF-8')
    expect(detectEncoding(utf8(`${FRENCH}é`).subarray(0, -1), false)).toBe('UTF-8')
  })

  it('is that of Excel for Mac for letters of French that windows-1252 does not have at their bytes', () => {
    expect(detectEncoding(encoded('ville;département\nOrléans à côté;l’été\n', 'macintosh'), true)).toBe('macintosh')
    expect(detectEncoding(encoded('Škoda;Žilina;Ťapešovo\n', 'windows-1250'), true)).not.toBe('macintosh')
  })

  it('is that of MS-DOS for letters of French that no other one has at their bytes', () => {
    const dos = (text: string) =>
      Uint8Array.from(text, (sign) => {
        const at = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ'.indexOf(sign)
        return at < 0 ? (sign === 'È' ? 0xd4 : sign.charCodeAt(0)) : 0x80 + at
      })
    for (const text of [
      'nom;ville\nÉloïse;Orléans à côté de Besançon\n',
      'forêt\n',
      'mère;père;Hélène\nthéâtre;gîte;août\n',
    ]) {
      expect(detectEncoding(dos(text), true)).toBe('IBM850')
      expect(new TextReader('IBM850').decode(dos(text), true)).toBe(text)
    }
    expect(['cp850', 'IBM850', '850'].map(knownEncoding)).toEqual(['IBM850', 'IBM850', 'IBM850'])
    expect(detectEncoding(encoded('Košice;Škoda;Žilina;Plzeň\n', 'windows-1250'), true)).not.toBe('IBM850')
  })

  it('is that of Western Europe where another one has the same letters', () => {
    const mixed = [...latin1('été à Orléans;'), ...utf8('dépôt du comité élu;é;è;ê;à;ù\n')]
    expect(detectEncoding(Uint8Array.from(mixed), true)).toBe('ISO-8859-1')
  })

  it('is that of Western Europe for a few letters of French', () => {
    expect(detectEncoding(latin1('a;b\nété;1\nàçè;2\n'), true)).toBe('ISO-8859-1')
    expect(detectEncoding(latin1('a;b\né;1\n'), true)).toBe('ISO-8859-1')
    expect(detectEncoding(encoded('a;b\nœuf à 5 €;1\n', 'windows-1252'), true)).toBe('windows-1252')
  })

  it('is ISO-8859-15 for œ within words or euros, where ISO-8859-1 has ½ and ¤', () => {
    expect(detectEncoding(encoded('plat;prix\ncœur de bœuf;1\nété;2\n', 'iso-8859-15'), true)).toBe('ISO-8859-15')
    expect(detectEncoding(encoded('plat;prix\ngâteau;12 €\n', 'iso-8859-15'), true)).toBe('ISO-8859-15')
    expect(detectEncoding(latin1('plat;part\ngâteau;½\nété;2 ½\n'), true)).toBe('ISO-8859-1')
  })

  it('is none in which bytes are control characters', () => {
    const text = encoded('a;b;c\ngmina;środa;Kraków\n'.repeat(100), 'windows-1250')
    expect(detectEncoding(text, true)).toBe('windows-1250')
  })

  it('is still UTF-8 where a byte is damaged', () => {
    const bytes = utf8(FRENCH.repeat(3))
    bytes[bytes.length - 3] = 0xe9
    expect(detectEncoding(bytes, true)).toBe('UTF-8')
  })

  it('is windows-1252 or ISO-8859-1 for French text', () => {
    expect(detectEncoding(latin1(FRENCH), true)).toBe('ISO-8859-1')
    expect(detectEncoding(latin1('a;b\nété;1\n'), true)).toBe('ISO-8859-1')
    expect(detectEncoding(encoded(`${FRENCH}prix;12 €;l’œuvre\n`, 'windows-1252'), true)).toBe('windows-1252')
    expect(detectEncoding(latin1(`${'id;valeur\n'.repeat(20_000)}${FRENCH}`), true)).toBe('ISO-8859-1')
  })

  it('is detected for other scripts', () => {
    const texts: [string, string][] = [
      ['windows-1250', 'Název;Město;Popis\nŠkola;Plzeň;Základní škola v centru města, která má dvě třídy\n'],
      ['ISO-8859-2', 'nazwa;miasto;opis\nSzkoła;Łódź;Szkoła podstawowa która się znajduje w środku miasta\n'],
      [
        'windows-1251',
        'Название;Город;Описание\nБольшой театр;Москва;Один из самых известных театров оперы и балета в мире\n',
      ],
      [
        'KOI8-R',
        'Название;Город;Описание\nБольшой театр;Москва;Один из самых известных театров оперы и балета в мире\n',
      ],
      ['Shift_JIS', '名前;都市;説明\n東京タワー;東京;これは日本で最も有名な塔の一つです。とても高いです。\n'],
      ['EUC-JP', '名前;都市;説明\n東京タワー;東京;これは日本で最も有名な塔の一つです。とても高いです。\n'],
      ['GB18030', '名称;城市;说明\n故宫;北京;这是中国最著名的建筑之一,每年有很多人来这里参观。\n'],
      ['Big5', '名稱;城市;說明\n故宮;臺北;這是最著名的博物館之一,每年有很多人來這裡參觀。\n'],
    ]
    for (const [encoding, text] of texts) expect(detectEncoding(encoded(text.repeat(5), encoding), true)).toBe(encoding)
  })

  it('is accepted by any of its labels, and undefined for others', () => {
    expect(
      ['utf8', ' UTF-8 ', 'latin1', 'cp1252', 'ISO-8859-15', 'utf-16le', 'sjis', 'macintosh'].map(knownEncoding),
    ).toEqual(['UTF-8', 'UTF-8', 'ISO-8859-1', 'windows-1252', 'ISO-8859-15', 'UTF-16LE', 'Shift_JIS', 'macintosh'])
    expect(['klingon', '', 'utf-32', 'iso-2022-cn'].map(knownEncoding)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a text reader', () => {
  const TEXT = 'a;é;€;😀;日本;\ufeff;\ufffd\r\n'.repeat(20)
  const chance = seeded(3)

  for (const [encoding, bytes] of [
    ['UTF-8', utf8(TEXT)],
    ['UTF-16LE', utf16(TEXT)],
    ['UTF-16BE', utf16(TEXT, true)],
  ] as const) {
    it(`reads the same ${encoding} at any cut, resumed at each`, () => {
      for (let time = 0; time < 50; time++) {
        let state = { pending: [] as number[] }
        let text = ''
        let replacements = 0
        for (const piece of [...pieces(bytes, chance, 5), new Uint8Array(0)]) {
          const reader = new TextReader(encoding, JSON.parse(JSON.stringify(state)))
          text += reader.decode(piece, piece.length === 0)
          state = reader.state()
          replacements += reader.replacements
        }
        expect(text).toBe(TEXT)
        if (encoding === 'UTF-8') expect(replacements).toBe(0)
      }
    })
  }

  it('reads the whole of windows-1252, where Latin-1 has only controls', () => {
    const reader = new TextReader('ISO-8859-1')
    expect(reader.decode(Uint8Array.of(0x80, 0x9c, 0x92, 0xe9, 0x81), true)).toBe('€œ’é\u0081')
    expect(reader.replacements).toBe(0)
    expect(reader.resumable).toBe(true)
  })

  it('replaces invalid bytes and counts them, at any split', () => {
    const bytes = Uint8Array.of(97, 0xff, 98, 0xe2, 0x82, 99, 0xef, 0xbf, 0xbd, 0xc3)
    const reader = new TextReader('UTF-8')
    let text = ''
    for (const byte of bytes) text += reader.decode(Uint8Array.of(byte), false)
    text += reader.decode(new Uint8Array(0), true)
    expect(text).toBe('a\ufffdb\ufffdc\ufffd\ufffd')
    expect(reader.replacements).toBe(3)
  })

  it('has a flag for encodings that cannot be resumed, and reads them at any split', () => {
    const text = '東京タワー;東京\n'.repeat(10)
    const reader = new TextReader('Shift_JIS')
    expect(reader.resumable).toBe(false)
    let read = ''
    for (const piece of pieces(encoded(text, 'Shift_JIS'), chance, 3)) read += reader.decode(piece, false)
    expect(read + reader.decode(new Uint8Array(0), true)).toBe(text)
  })
})
