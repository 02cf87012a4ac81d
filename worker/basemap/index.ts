export { basemapStyles } from './addresses'
