export { missingIndexes } from './usage'
