/** The colours of maps. */
export type Theme = 'light' | 'dark'

export const data = { light: '#0b7a64', dark: '#5fd0b4' } as const
/** Values that have no colour of their own. */
export const otherValuesColor = '#8a9691'
