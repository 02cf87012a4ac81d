/** The appearance of the instance: name, colour, logo, home page, footer, banner. */
export { instanceStyles, seriesColors, shadeColors } from './color'
export { isInstanceLink } from './document'
export { forgetInstance, type Instance, readInstance } from './read-instance'
