/** Terms of the authority tables of the European Union, which DCAT-AP requires. Pure. */
const authority = 'http://publications.europa.eu/resource/authority/'

export const publicAccess = `${authority}access-right/PUBLIC`

/** Frequencies of a description. `''` and unknown ones have none. */
const frequencies: Partial<Record<string, string>> = {
  triennial: 'TRIENNIAL',
  biennial: 'BIENNIAL',
  annual: 'ANNUAL',
  semiannual: 'ANNUAL_2',
  threeTimesAYear: 'ANNUAL_3',
  quarterly: 'QUARTERLY',
  bimonthly: 'BIMONTHLY',
  monthly: 'MONTHLY',
  semimonthly: 'MONTHLY_2',
  biweekly: 'BIWEEKLY',
  threeTimesAMonth: 'MONTHLY_3',
  weekly: 'WEEKLY',
  semiweekly: 'WEEKLY_2',
  threeTimesAWeek: 'WEEKLY_3',
  daily: 'DAILY',
  continuous: 'UPDATE_CONT',
  irregular: 'IRREG',
}

export function frequencyTerm(frequency: string | undefined): string | undefined {
  const term = frequencies[frequency ?? '']
  return term && `${authority}frequency/${term}`
}

/** Formats of distributions, by the extension of a file. */
const fileTypes: Partial<Record<string, string>> = {
  csv: 'CSV',
  tsv: 'TSV',
  xlsx: 'XLSX',
  xls: 'XLS',
  ods: 'ODS',
  json: 'JSON',
  geojson: 'GEOJSON',
  ndjson: 'JSON',
  parquet: 'PARQUET',
  zip: 'ZIP',
  kml: 'KML',
  gpx: 'GPX',
  xml: 'XML',
  pdf: 'PDF',
  shp: 'SHP',
  ics: 'ICS',
}

export function fileType(extension: string): string | undefined {
  const term = fileTypes[extension]
  return term && `${authority}file-type/${term}`
}

/** Media types of IANA as resources. */
export const mediaTypeTerm = (mediaType: string): string => `https://www.iana.org/assignments/media-types/${mediaType}`
