/** Virtual datasets. */

export { describeVirtual } from './describe-virtual'
export { type ColumnsChange, type EffectOfColumns, effectOfColumns } from './effect-of-columns'
export { refinalizeParents } from './refinalize'
