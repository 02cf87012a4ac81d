/** Options and constraints of editable datasets. */

export { checkConstraints, constraintKeys, editableLayout, isConstrainable } from './description'
export { expiringDatasets, recordExpiryCheck } from './due-expirations'
