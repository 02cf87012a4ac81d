/** Virtual datasets. */

export { describeVirtual } from './describe'
export { refinalizeParents } from './parents'
