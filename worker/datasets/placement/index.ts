/** The databases of lines, and the choice of one for a new table. */

export { chooseNextDatabase, type DatabaseSizes } from './choose'
export { selectShard } from './select-shard'
export { databaseSizes } from './sizes'
