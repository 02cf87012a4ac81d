export { type BasemapTheme, basemapStyles, basemapThemes } from './addresses'
