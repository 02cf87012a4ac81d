// Applies migrations/ to a local database, each once, in order, as `wrangler d1 migrations apply` does, with the same table.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export async function applyMigrations(database, folder) {
  await database
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    )
    .run()
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all()
  const applied = new Set(results.map((row) => row.name))
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  for (const name of names.filter((name) => !applied.has(name))) {
    const statements = readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint')
    await database.batch([
      ...statements.map((text) => database.prepare(text)),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?1)').bind(name),
    ])
  }
}
