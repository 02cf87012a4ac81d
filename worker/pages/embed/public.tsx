import type { Child } from 'hono/jsx'
import type { DatasetOperation } from '../../identity'
import { ChartView } from '../charts/tab'
import { Downloads } from '../dataset/downloads'
import { SchemaTable } from '../dataset/schema-tab'
import { FilesView } from '../files/tab'
import { MapView } from '../map/tab'
import { TableView } from '../table/tab'
import type { OpenPart } from './framing'
import type { EmbedInput } from './input'
import { Thumbnails } from './thumbnails'

export type Part = {
  operation: DatasetOperation
  islands?: string[]
  /** A stylesheet beside that of all pages. */
  ownStyles?: string
  render: (input: EmbedInput) => Child | Promise<Child>
}

/** Embeds that any site may frame, for anonymous readers. */
export const openParts = {
  table: {
    operation: 'readLines',
    islands: ['swap', 'table-columns', 'reader-time-zone'],
    ownStyles: 'table-page.css',
    render: (input) => TableView(input),
  },
  map: {
    operation: 'readLines',
    islands: ['map', 'swap'],
    render: (input) => MapView({ ...input, isFramed: true }),
  },
  'map-bounds': {
    operation: 'readLines',
    islands: ['map'],
    render: (input) => MapView({ ...input, onlyBounds: true }),
  },
  charts: {
    operation: 'readLines',
    islands: ['swap', 'chart'],
    ownStyles: 'exploring.css',
    render: (input) => ChartView({ ...input, isFramed: true }),
  },
  'search-files': { operation: 'readLines', render: (input) => FilesView(input) },
  thumbnails: { operation: 'readLines', render: (input) => Thumbnails(input) },
  download: { operation: 'readLines', render: (input) => <Downloads {...input} /> },
  fields: { operation: 'readSchema', render: (input) => <SchemaTable {...input} framed /> },
} as const satisfies Record<OpenPart, Part>
