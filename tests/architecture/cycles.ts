import type { Source } from './sources'

/** Groups of files that import each other in a circle, by values or by types; each group sorted. */
export function cyclesOf(files: readonly Source[]): string[][] {
  const byName = new Map(files.flatMap((file) => namesOf(file.path).map((name) => [name, file] as const)))
  const [order, lowest] = [new Map<Source, number>(), new Map<Source, number>()]
  const stack: Source[] = []
  const cycles: string[][] = []
  // Tarjan's algorithm: a file whose lowest reachable file is itself ends a group.
  const visit = (file: Source): number => {
    const own = order.size
    order.set(file, own)
    lowest.set(file, own)
    stack.push(file)
    for (const { from } of file.imports) {
      const next = byName.get(from)
      if (!next) continue
      const reached = !order.has(next) ? visit(next) : stack.includes(next) ? (order.get(next) ?? own) : own
      lowest.set(file, Math.min(lowest.get(file) ?? own, reached))
    }
    if (lowest.get(file) === own) {
      const group = stack.splice(stack.indexOf(file)).map(({ path }) => path)
      if (group.length > 1) cycles.push(group.sort())
    }
    return lowest.get(file) ?? own
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return cycles
}

/** What imports may call a file. */
const namesOf = (path: string): string[] => [path.replace(/\.tsx?$/, ''), path.replace(/\/index\.tsx?$/, '')]
