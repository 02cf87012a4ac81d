/** The databases of lines, and the choice of one for a new table. */

export { chooseNextDatabase, type DatabaseSizes } from './choose-database'
export { databaseSizes } from './database-sizes'
export { selectShard } from './select-shard'
