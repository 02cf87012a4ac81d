/** Virtual datasets. */

export { describeVirtual } from './describe-virtual'
export { type ColumnsChange, effectOfColumns } from './effect-of-columns'
export { refinalizeParents } from './refinalize'
