/** `unfitValues`: how many values of a column contradict a concept that is chosen for it. Pure. */
import { readTemporal } from '../dates/detected-dates'
import { writtenDate } from '../dates/written-date'

type Form = RegExp | ((text: string) => boolean)

const numberOf = (text: string): number => Number(text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.'))
const numberWithin =
  (least: number, most: number): Form =>
  (text) => {
    const number = numberOf(text)
    return number >= least && number <= most
  }
const anyNumber = numberWithin(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
const isDate = (text: string): boolean =>
  readTemporal(text, { number: 0 }) !== 0 || /^\d{4}-\d\d(-\d\d)?(T|$)/.test(text) || writtenDate(text) !== undefined
const hasLetter = /\p{L}/u
const address = /^(https?:\/\/|www\.)\S+$/i
const geometry = /^\s*(\{|(SRID=\d+;)?\s*(MULTI)?(POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)/i

/**
 * The forms of the values of concepts, by their ids: wide ones, which report evident contradictions only. Numbers may have lost their
 * leading zeros. Concepts of free texts have none.
 */
const forms: Readonly<Record<string, Form>> = {
  latitude: numberWithin(-90, 90),
  longitude: numberWithin(-180, 180),
  latLon: /^\s*-?\d{1,3}(\.\d+)?\s*[,;]\s*-?\d{1,3}(\.\d+)?\s*$/,
  geometry,
  geometryProj: geometry,
  coordX: anyNumber,
  coordY: anyNumber,
  price: /^\p{Sc}?\s*[-+]?\d[\d\s.,\u00a0\u202f]*(\p{Sc}|[A-Z]{3})?$/u,
  date: isDate,
  startDate: isDate,
  endDate: isDate,
  dateCreated: isDate,
  year: (text) => /^-?\d{1,4}$/.test(text) || isDate(text),
  postalCode: (text) => /^(?=.*\d)[A-Z\d][A-Z\d -]{1,9}$/i.test(text) && !isDate(text),
  codeCommune: /^(\d{4,5}|2[AB]\d{3})$/i,
  codeDepartement: /^(\d{1,3}|2[AB])$/i,
  codeRegion: /^\d{1,2}$/,
  codeEPCI: /^\d{9}$/,
  codeIRIS: /^(\d{8,9}|2[AB]\d{7})$/i,
  codePays: /^\d{3,5}$/,
  codeAPE: /^\d{2}\.?\d{1,2}[A-Z]?$/i,
  siren: /^\d[\d ]{7,10}$/,
  siret: /^\d[\d ]{12,17}$/,
  countryCodeISOAlpha2: /^[A-Z]{2}$/i,
  countryCodeISOAlpha3: /^[A-Z]{3}$/i,
  address: hasLetter,
  streetAddress: hasLetter,
  city: hasLetter,
  country: hasLetter,
  region: hasLetter,
  email: /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/,
  tel: /^\+?(?=.*\d.*\d)[\d\s()./-]{3,}$/,
  webPage: address,
  color: /^(#[\da-f]{3,8}|[a-z]+(\(.*\))?)$/i,
}

/** The concepts whose values have a form. */
export const formedConcepts: ReadonlySet<string> = new Set(Object.keys(forms))

/** Number of the values that do not have the form of a concept; zero for concepts without a form. */
export function unfitValues(concept: string, values: readonly string[]): number {
  const form = forms[concept]
  if (!form || !Object.hasOwn(forms, concept)) return 0
  const fits = typeof form === 'function' ? form : (text: string) => form.test(text)
  return values.filter((value) => !fits(value.trim())).length
}
