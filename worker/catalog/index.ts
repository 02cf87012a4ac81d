/** The catalogue of public datasets for machines. */
export { describedDataset } from './dataset'
export { rdfFormats } from './rdf'
export { schemaOrg } from './schema-org'
