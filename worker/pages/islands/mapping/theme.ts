/** The colours of maps. */
export type Theme = 'light' | 'dark'

/** Sea, land and borders. */
export const ground = { light: ['#dfe9ec', '#f7f7f3', '#c3ccc9'], dark: ['#0c1416', '#1b2422', '#3a4743'] } as const
export const data = { light: '#0b7a64', dark: '#5fd0b4' } as const
/** Values that have no colour of their own. */
export const other = '#8a9691'
