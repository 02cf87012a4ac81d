/** The names in an expression that are not its own variables. Pure. */
import type { Node } from './parse'

/** Names, and paths of members such as `_coords.lat`; functions of the library are among them. */
export function namesIn(tree: Node): ReadonlySet<string> {
  const names = new Set<string>()
  const own = new Set<string>()
  for (const node of nodesOf(tree)) {
    const path = namePath(node)
    if (path !== undefined) names.add(path)
    if (node.type === 'assign') own.add(node.name)
    if (node.type === 'define') for (const name of [node.name, ...node.parameters]) own.add(name)
  }
  return new Set([...names].filter((name) => !own.has(name)))
}

/** All nodes of a tree, each before its parts. */
export const nodesOf = (tree: Node): Node[] => [tree, ...partsOf(tree).flatMap(nodesOf)]

function partsOf(node: Node): readonly Node[] {
  switch (node.type) {
    case 'value':
    case 'name':
      return []
    case 'member':
      return [node.of]
    case 'index':
      return [node.of, node.index]
    case 'list':
    case 'sequence':
      return node.items
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'choice':
      return [node.test, node.yes, node.no]
    case 'call':
      return [node.callee, ...node.args]
    case 'assign':
      return [node.value]
    case 'define':
      return [node.body]
  }
}

/** The text of a path of names; undefined for other nodes. */
export function namePath(node: Node): string | undefined {
  if (node.type === 'name') return node.name
  if (node.type !== 'member') return undefined
  const path = namePath(node.of)
  return path === undefined ? undefined : `${path}.${node.name}`
}
