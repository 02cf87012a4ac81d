export { endParquetLeases, readParquet, storeParquet } from './parquet'
