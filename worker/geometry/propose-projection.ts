/** `projectedCoordinates`: two columns that their names and ranges suggest as coordinates of a projection. Pure. */
import { conceptOf } from '../schema/concepts'
import { isInRange, type ObservedColumn, type Proposal, wordsOf } from '../schema/proposals/propose-concepts'
import { type ProjectionCode, projectionTitles } from './project'

type Area = {
  code: ProjectionCode
  /** Least and greatest coordinates, in metres. */
  x: readonly [number, number]
  y: readonly [number, number]
  /** Words in the names of columns that say this projection. */
  name: RegExp
}

// The coordinates of France in each projection; Lambert zone II continues to the whole country. Pseudo-Mercator covers the world: it
// is proposed only where the name of a column says it.
const worldwide: Area = {
  code: 'EPSG:3857',
  x: [-20_037_509, 20_037_509],
  y: [-20_048_967, 20_048_967],
  name: /mercator|\b3857/,
}
const antilles = { x: [480e3, 740e3], y: [1_590e3, 2_010e3] } as const
const areas: readonly Area[] = [
  { code: 'EPSG:2154', x: [90e3, 1_260e3], y: [6_030e3, 7_130e3], name: /lamb|\bl ?93|rgf ?93|2154/ },
  { code: 'EPSG:27572', x: [40e3, 1_210e3], y: [1_600e3, 2_690e3], name: /lamb|\bl ?(2|ii)|ntf|27572/ },
  { code: 'EPSG:32620', ...antilles, name: /wgs ?84 utm|utm.*wgs|32620/ },
  { code: 'EPSG:5490', ...antilles, name: /utm|rgaf ?09|5490/ },
]

/** Concepts of columns that place rows. */
const placing = ['latitude', 'longitude', 'latLon', 'geometry', 'coordX', 'coordY', 'geometryProj']

type ProjectedCoordinates = { code: ProjectionCode; proposals: ReadonlyMap<string, Proposal> }

/**
 * The first two columns that are coordinates of a projection; undefined where other columns place the rows.
 *
 * @param proposed what is proposed for the columns already
 */
export function projectedCoordinates(
  columns: readonly ObservedColumn[],
  proposed: ReadonlyMap<string, Proposal>,
): ProjectedCoordinates | undefined {
  const conceptIn = ({ field }: ObservedColumn) =>
    conceptOf(field['x-refersTo'] ?? '')?.id ?? proposed.get(field.key)?.concept
  if (columns.some((column) => placing.includes(conceptIn(column) ?? ''))) return undefined
  const free = columns.filter(({ field }) => !field['x-refersTo'] && !proposed.has(field.key))
  const named = free.map((column) => ({ column, ...axisOf(wordsOf(column.field)) }))
  for (const { column: x, axis, pair } of named) {
    const y = axis === 'x' ? named.find((other) => other.axis === 'y' && other.pair === pair)?.column : undefined
    const area = y && areaOf(x, y)
    if (area) {
      const proposals = new Map([proposalOf('coordX', x, area), proposalOf('coordY', y, area)])
      return { code: area.code, proposals }
    }
  }
  return undefined
}

/** The axis that a name says, and the rest of the name, which the column of the other axis has too. */
function axisOf(words: string): { axis?: 'x' | 'y'; pair?: string } {
  const [, before = '', letter, after = ''] =
    /^(.*\b(?:coord|coordonnees?|lambert|lamb|geo|pos)? ?)([xy])((?:coord|lambert|lamb|l|rgf|utm)? ?\d*e?\b.*)$/.exec(
      words.replace(/\b(easting|est|abscisse)\b/, 'x').replace(/\b(northing|nord|ordonnee)\b/, 'y'),
    ) ?? []
  return letter === 'x' || letter === 'y' ? { axis: letter, pair: `${before}*${after}` } : {}
}

/** The area that the names say, or else the only one that the coordinates are in. */
function areaOf(x: ObservedColumn, y: ObservedColumn): Area | undefined {
  const names = `${wordsOf(x.field)} ${wordsOf(y.field)}`
  const isIn = (area: Area) => isInRange(x, area.x) && isInRange(y, area.y)
  const around = areas.filter(isIn)
  const named = [...around, worldwide].find(({ name }) => name.test(names))
  if (named) return isIn(named) ? named : undefined
  return around.length === 1 ? around[0] : undefined
}

function proposalOf(concept: string, { field, statistics }: ObservedColumn, { code }: Area): [string, Proposal] {
  const [min, max] = [Number(statistics?.min), Number(statistics?.max)]
  return [field.key, { concept, reason: { key: 'projected', projection: projectionTitles[code], min, max } }]
}
