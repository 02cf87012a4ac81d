/** The databases of lines, and the choice of one for a new table. */

export { chooseNextDatabase, databaseForTable } from './choose-database'
export { databaseSizes } from './database-sizes'
