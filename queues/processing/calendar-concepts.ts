/** The concepts of the columns of a calendar. Pure. */
import type { DetectedField } from '../../worker/schema/field'

const concepts: Record<string, string> = {
  DTSTART: 'https://schema.org/startDate',
  DTEND: 'https://schema.org/endDate',
  SUMMARY: 'http://www.w3.org/2000/01/rdf-schema#label',
  DESCRIPTION: 'http://schema.org/description',
  GEO: 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long',
  URL: 'https://schema.org/WebPage',
}

/** Dates keep their type; other columns with a concept are texts, whatever their values look like. */
export function withCalendarConcepts(detected: DetectedField[]): DetectedField[] {
  return detected.map((field) => {
    const { key, 'x-originalName': originalName } = field
    const concept = concepts[key]
    if (!concept) return field
    return field.format === 'date-time'
      ? { ...field, concept }
      : { key, 'x-originalName': originalName, type: 'string', concept }
  })
}
