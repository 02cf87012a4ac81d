/** The public interface of this folder. */
export { type Edge, edgesOf } from './edges'
export { type Place, type PlaceFields, placeFields, placer } from './place'
export { epsgCodeOf, type ProjectionCode, projectionCodes } from './project'
export { readShape } from './read'
export { type Bounds, boundsOf, type Position, type Shape, widened } from './shape'
export { writeWkt } from './wkt'
