/** The appearance of the instance: name, colour, logo, home page, footer, banner; the presentation of organizations. */
export { instanceStyles, seriesColors, shadeColors } from './color'
export { isInstanceLink } from './document'
export { organizationLogoAddress, type Presentation, presentationOf, storedPresentation } from './presentation'
export { forgetInstance, type Instance, readInstance } from './read-instance'
