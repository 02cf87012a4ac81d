/** The appearance of the instance: name, colour, logo, home page, footer, banner. */
export { accentStyles } from './color'
export { isInstanceLink } from './document'
export { forgetInstance, type Instance, readInstance } from './read-instance'
