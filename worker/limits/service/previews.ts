/** Small pictures of datasets in lists. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../units'

export const previews = {
  /** Fewest rows with a value of which a distribution is drawn. */
  minRows: 5,
  /** Rows of a step of a distribution, on average: fewer would be peaks and gaps of chance. */
  rowsPerStep: 3,
  /** Rows taken at random that are drawn on a map: at most one dot each, of about 6 characters. */
  mapRows: 250,
  /** Rows whose lines and areas are read at once, and positions of all that are drawn: tables with more are drawn as dots. */
  shapeRows: 25,
  maxShapePositions: 200_000,
  /** Characters of the lines and areas. */
  shapeChars: 6_000,
  /** Smallest extent of a map in degrees of longitude, about 25 km: dots of one town do not overlap. */
  minMapDegrees: 0.3,
  /** Largest latitude of a map, north and south: the Mercator projection is infinite at the poles. */
  maxMapLatitude: 84,
  /** Degrees of longitude beyond which a map shows continents: borders of countries would be too dense. */
  continentDegrees: 25,
  /** Characters of the outline of the land. */
  groundChars: 1_800,
  /** Values of a ranking, and characters of each. */
  rankedValues: 4,
  valueChars: 40,
  /** Datasets whose preview an isolate has queued and does not queue again, and for how long. */
  rememberedRequests: 1_000,
  askAgainMs: 10 * MINUTE_MS,
  /** `max-age` of a picture: its URL names its version. */
  pictureMaxAgeSeconds: (30 * DAY_MS) / SECOND_MS,
} as const
