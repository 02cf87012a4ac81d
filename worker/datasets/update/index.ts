export { removeDataset } from './remove'
