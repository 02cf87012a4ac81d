/** The public interface of this folder. */
export { type Edge, edgesOf } from './edges'
export { compilePlace, type LinePosition, type PlaceFields, placeFields } from './place'
export { epsgCodeOf, type ProjectionCode, projectionCodes } from './project'
export { readShape } from './read'
export { type Bounds, boundsOf, type Position, type Shape, unionBounds } from './shape'
export { writeWkt } from './wkt'
