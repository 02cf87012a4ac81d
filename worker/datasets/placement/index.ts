/** The databases of lines, and the choice of one for a new table. */

export { chooseNextDatabase, type DatabaseSizes } from './choose'
export { placeTable } from './place-table'
export { databaseSizes } from './sizes'
