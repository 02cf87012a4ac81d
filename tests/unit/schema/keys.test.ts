import { describe, expect, it } from 'vitest'
import { limits } from '../../../worker/limits'
import { columnKeys, fieldKey, originalName } from '../../../worker/schema/keys/column-keys'
import { titleSlug } from '../../../worker/schema/keys/slug'

describe('names', () => {
  it.each([
    ['some date', 'some_date', 'some-date'],
    ['ID_NOEUD', 'id_noeud', 'idnoeud'],
    ['Description - FR', 'description_fr', 'description-fr'],
    ['Température (°C)', 'temperature_c', 'temperature-c'],
    ["Nom d'usage", 'nom_dusage', 'nom-dusage'],
    ['été-hiver', 'etehiver', 'ete-hiver'],
    ['a.b', 'ab', 'ab'],
    ['a/b', 'ab', 'ab'],
    ['a+b', 'ab', 'ab'],
    ['A&B', 'aandb', 'aandb'],
    ['50%', '50percent', '50percent'],
    ['prix €', 'prix_euro', 'prix-euro'],
    ['> 100 m2', 'greater_100_m2', 'greater-100-m2'],
    ['_id', 'id', 'id'],
    ['__x', 'x', 'x'],
    ['日本', '', ''],
    ['', '', ''],
  ])('of %s are %s for a column and %s for a dataset', (text, key, slug) => {
    expect(fieldKey(text)).toBe(key)
    expect(titleSlug(text)).toBe(slug)
  })

  it.each([
    ["Nombre d'habitants", 'compat-ods', 'nombre_d_habitants'],
    ['Consommation HTA  - Segments C1+C2', 'compat-ods', 'consommation_hta_segments_c1_c2'],
    ['(°C)', 'compat-ods', 'degc'],
    ['A.b c', 'legacy', 'A_b_c'],
    ['_x', 'legacy', 'x'],
  ] as const)('%s by the algorithm %s: %s', (text, algorithm, key) => {
    expect(fieldKey(text, algorithm)).toBe(key)
  })

  it('never start with an underscore, which is reserved', () => {
    expect(fieldKey('__proto__')).toBe('proto')
    expect(fieldKey('_ _%')).toBe('percent')
  })

  it('stay within the longest key even when symbols are spelled out', () => {
    expect(fieldKey('%'.repeat(1_000)).length).toBeLessThanOrEqual(limits.files.maxHeaderChars)
  })
})

describe('the original name', () => {
  it.each([
    ['  Nom ', 'Nom'],
    ['"Nom"', 'Nom'],
    ['"a ""b"" c"', 'a "b" c'],
    ['\ufeffNom', 'Nom'],
    ['\ufeff"Nom"', 'Nom'],
    ['N\u200bom\u00ad', 'Nom'],
    ['"', '"'],
    ["l'été", "l'été"],
  ])('of %j is %j', (header, name) => {
    expect(originalName(header)).toBe(name)
  })

  it('is cut without splitting a character', () => {
    const { maxHeaderChars } = limits.files
    expect(originalName('a'.repeat(maxHeaderChars + 5))).toHaveLength(maxHeaderChars)
    expect(originalName(`${'a'.repeat(maxHeaderChars - 1)}😀`)).toBe('a'.repeat(maxHeaderChars - 1))
  })
})

describe('the columns of a file', () => {
  it('omit headers without letters or digits and keep positions', () => {
    expect(columnKeys(['Nom', '', '!?', 'constructor', '日本'])).toEqual({
      columns: [
        { index: 0, key: 'nom', originalName: 'Nom' },
        { index: 3, key: 'constructor', originalName: 'constructor' },
        { index: 4, key: 'column_5', originalName: '日本' },
      ],
      ignored: ['', '!?'],
    })
  })

  it.each([
    [['a.b', 'c', 'A/B'], 'ab'],
    [['nom', 'nom'], 'nom'],
    [['__proto__', 'proto'], 'proto'],
  ])('are refused when %j have the same key', (headers, key) => {
    expect(() => columnKeys(headers)).toThrow(
      expect.objectContaining({ code: 'file-column-repeated', params: expect.objectContaining({ key }) }),
    )
  })
})
