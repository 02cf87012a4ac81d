/** RDF documents read back as graphs, as the libraries of harvesters read them. */
import jsonld from 'jsonld'
import { DataFactory, Parser, type Quad, Writer } from 'n3'
import { RdfXmlParser } from 'rdfxml-streaming-parser'
import type { RdfFormat } from '../../worker/catalog/rdf'

export function fromXml(text: string): Promise<Quad[]> {
  return new Promise((done, fail) => {
    const parser = new RdfXmlParser({ dataFactory: DataFactory })
    const quads: Quad[] = []
    parser.on('data', (quad: Quad) => quads.push(quad))
    parser.on('error', fail)
    parser.on('end', () => done(quads))
    parser.write(text)
    parser.end()
  })
}

/** The canonical form of a graph (RDFC-1.0): graphs that differ only in the names of blank nodes have the same. */
export async function canonical(quads: readonly Quad[]): Promise<string> {
  const writer = new Writer({ format: 'N-Quads' })
  writer.addQuads([...quads])
  const text = await new Promise<string>((done, fail) =>
    writer.end((error: unknown, result: string) => (error ? fail(error) : done(result))),
  )
  // With `inputFormat`, the input is a text of N-Quads; the types of the library declare JSON documents only.
  const document = text as unknown as jsonld.JsonLdDocument
  const options = { inputFormat: 'application/n-quads', format: 'application/n-quads' } as const
  return String(await jsonld.canonize(document, options))
}

export async function quadsOf(text: string, format: RdfFormat): Promise<Quad[]> {
  if (format === 'ttl') return new Parser().parse(text)
  if (format !== 'jsonld') return fromXml(text)
  const quads = await jsonld.canonize(JSON.parse(text), { format: 'application/n-quads' })
  return new Parser({ format: 'N-Quads' }).parse(String(quads))
}
