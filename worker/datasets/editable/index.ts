/** Options and constraints of editable datasets. */

export { expiringDatasets, recordExpiryCheck } from './expiring'
export { checkConstraints, constraintKeys, editableLayout } from './options'
