/** Options and constraints of editable datasets. */

export { expiringDatasets, lookedAtExpiry } from './expiring'
export { checkConstraints, constraintKeys, editableLayout } from './options'
