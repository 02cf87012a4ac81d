/** The public interface of this folder. */
export { type Edge, edgesOf } from './edges'
export { compilePlace, type LinePosition, type PlaceFields, placeFields } from './place'
export {
  epsgCodeOf,
  type Projection,
  type ProjectionCode,
  projectionCodes,
  projectionOf,
  projectionTitles,
} from './project'
export { projectedCoordinates } from './propose'
export { readShape } from './read'
export { areasOf, type Bounds, boundsOf, type Position, type Shape, unionBounds } from './shape'
export { simplifiedChain } from './simplify'
export { writeWkt } from './wkt'
