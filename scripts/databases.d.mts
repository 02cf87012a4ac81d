type Bound = { shard: number; name: string; id: string }
export function linesDatabases(toml: string): (Pick<Bound, 'shard'> & Partial<Bound>)[]
export function withDatabase(toml: string, database: Bound): string
export function nextDatabase(toml: string): Pick<Bound, 'shard' | 'name'>
export function idIn(output: string): string | undefined
