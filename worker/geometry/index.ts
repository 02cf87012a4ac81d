/** The public interface of this folder. */
export { edgesOf } from './edges'
export { compileLocation, type LinePosition, type LocationFields, locationFields } from './location'
export {
  epsgCodeOf,
  mapProjection,
  type Projection,
  type ProjectionCode,
  projectionCodes,
  projectionTitles,
} from './project'
export { projectedCoordinates } from './propose-projection'
export { readShape } from './read-shape'
export { areasOf, type Bounds, boundsOf, type Position, runsOf, type Shape, unionBounds } from './shape'
export { simplifiedChain } from './simplify'
export { degreesOfPixels, mercatorSize, middleOf } from './small-shapes'
export { writeWkt } from './wkt'
