/** Virtual datasets. */

export { type ColumnsChange, type Consequence, consequenceOf } from './consequence'
export { describeVirtual } from './describe'
export { refinalizeParents } from './refinalize'
