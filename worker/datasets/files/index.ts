export { endParquetLeases, storeParquet } from './parquet'
