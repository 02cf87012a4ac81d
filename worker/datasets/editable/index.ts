/** Options and constraints of editable datasets. */

export { expiringDatasets, recordExpiryCheck } from './due-expirations'
export { checkConstraints, constraintKeys, editableLayout, isConstrainable } from './options'
