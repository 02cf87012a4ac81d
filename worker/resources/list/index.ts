export { type Attribute, hasOneOf, isAmong } from './attributes'
export {
  type AudienceFilter,
  audienceAttribute,
  audienceCondition,
  membersPermissions,
  type PermissionsById,
} from './audience'
export { type FacetCount, type FacetRow, facetQuery, facetsOf, ownerAttribute, presentFacet } from './facets'
export { accessFilters, attributeFilters, type Filters, forFacet, oneOf } from './filters'
export { orderBy } from './order'
export { ownerReferences, parseOwner } from './owner-parameter'
export { documentBytes, type RowSize, readInGroups, totalBytes, withinShare } from './page-rows'
export { accessParameters, listCaching, type Params, pageOf, pageParameters, proseOf, proseParameters } from './params'
export { canFilter, listable } from './permission-conditions'
export { describedIn, type Prose, render, renderTruncated } from './render-descriptions'
export { searchOf } from './search'
export { shapeOf } from './select-properties'
export { type Unfiltered, withValues } from './with-values'
