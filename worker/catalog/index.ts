/** The catalogue of public datasets for machines. */
export { citationFormats } from './citation'
export { describedDataset } from './public-datasets'
export { rdfFormats } from './rdf'
export { schemaOrg } from './schema-org'
