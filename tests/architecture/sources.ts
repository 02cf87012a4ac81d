/** The source files and their imports, for the architecture tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export type Source = { path: string; text: string; imports: Import[] }
export type Import = { from: string; typeOnly: boolean }

/** The sources of some top-level folders, paths from the root. Imports of our own files are resolved to such paths. */
export function sources(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => {
        const path = `${folder}/${name.replaceAll('\\', '/')}`
        const text = readFileSync(join(root, path), 'utf8')
        return { path, text, imports: importsOf(path, text) }
      }),
  )
}

/** Folders under some top-level folders. */
export function folders(...tops: string[]): string[] {
  return tops.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )
}

const statement = /(?:^|\n)(?:import|export)\s+(type\s+)?([^'";]*?\sfrom\s*)?['"]([^'"]+)['"]/g
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function importsOf(path: string, text: string): Import[] {
  const found = [...text.matchAll(statement)].map(([, type, clause = '', from = '']) => ({
    from: resolve(path, from),
    typeOnly: type !== undefined || /^\{\s*(type\s+\w+(\s+as\s+\w+)?\s*,?\s*)+\}\s*from\s*$/.test(clause.trimStart()),
  }))
  const later = [...text.matchAll(dynamic)].map(([, from = '']) => ({ from: resolve(path, from), typeOnly: false }))
  return [...found, ...later]
}

function resolve(path: string, from: string): string {
  return from.startsWith('.') ? relative(root, join(root, dirname(path), from)).replaceAll('\\', '/') : from
}
