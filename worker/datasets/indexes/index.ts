export { missingIndexes } from './index-uses'
