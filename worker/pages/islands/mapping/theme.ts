/** Values that have no colour of their own. */
export const otherValuesColor = '#8a9691'
