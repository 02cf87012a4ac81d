import { describe, expect, it } from 'vitest'
import { conceptOf, conceptTitle, roleOf, stringConcepts, vocabulary } from '../../../worker/schema/concepts'
import { concepts } from '../../../worker/schema/vocabulary'

describe('the vocabulary', () => {
  it('contains the 54 concepts in order', () => {
    const ids = vocabulary('fr').map(({ id }) => id)
    expect(ids).toHaveLength(54)
    expect(new Set(ids).size).toBe(54)
    expect([ids[0], ids[24], ids[53]]).toEqual(['label', 'latitude', 'accountRef'])
  })

  it('names each identifier once', () => {
    const identifiers = vocabulary('fr').flatMap((concept) => concept.identifiers)
    expect(identifiers).toHaveLength(62)
    expect(new Set(identifiers).size).toBe(identifiers.length)
  })

  it('has the requested language, French where there is no English title', () => {
    const [english, french] = [vocabulary('en'), vocabulary('fr')]
    expect(english[1]).toMatchObject({ title: 'Description', tag: 'Presentation' })
    expect(french[5]).toMatchObject({ title: 'Adresse', tag: 'Adresse' })
    expect(english.find(({ id }) => id === 'siret')?.title).toBe('SIRET')
    for (const { title, description, tag } of [...english, ...french]) {
      expect([title, description, tag]).not.toContain('')
    }
  })

  it('names French codes in English pages', () => {
    expect(vocabulary('en').find(({ id }) => id === 'codeCommune')?.title).toBe('Code commune')
    const titles = concepts.map((concept) => conceptTitle(concept, 'en'))
    expect(titles).toContain('Municipality code (INSEE)')
    expect(titles.filter((title) => /^Code |é|è/.test(title))).toEqual([])
  })

  it('has a format for dates only', () => {
    const dated = vocabulary('en').filter(({ format }) => format)
    expect(dated.map(({ id }) => id)).toEqual(['date', 'startDate', 'endDate', 'dateCreated'])
    expect(dated.every(({ type, format }) => type === 'string' && format === 'date-time')).toBe(true)
  })
})

describe('an identifier', () => {
  it.each([
    ['http://schema.org/latitude', 'latitude'],
    ['http://www.w3.org/2003/01/geo/wgs84_pos#lat', 'latitude'],
    ['http://www.w3.org/2003/01/geo/wgs84_pos#long', 'longitude'],
    ['http://www.w3.org/2003/01/geo/wgs84_pos#lat_long', 'latLon'],
    ['https://purl.org/geojson/vocab#geometry', 'geometry'],
    ['http://data.ign.fr/def/geometrie#coordX', 'coordX'],
    ['http://data.ign.fr/def/geometrie#Geometry', 'geometryProj'],
    ['http://purl.org/dc/identifierss/date', 'date'],
    ['https://schema.org/endDate', 'endDate'],
    ['http://schema.org/DigitalDocument', 'attachment'],
    ['http://www.bbc.co.uk/ontologies/coreconcepts/label', 'label'],
    ['http://schema.org/City', undefined],
    ['http://example.org/', undefined],
    ['__proto__', undefined],
  ])('%s has the role %s', (identifier, role) => {
    expect(roleOf(identifier)).toBe(role)
  })

  it('resolves to its concept, and whether values are texts', () => {
    expect(conceptOf('http://dbpedia.org/ontology/siren')?.id).toBe('siren')
    expect(conceptOf('nothing')).toBeUndefined()
    expect(stringConcepts.has('http://schema.org/postalCode')).toBe(true)
    expect(stringConcepts.has('http://schema.org/latitude')).toBe(false)
  })
})
