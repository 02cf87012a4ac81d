import { isResource, type Resource } from './resource'

/** Moves nested resources that have an IRI to the top level, where each is described once. Pure. */
export function flattened(resources: readonly Resource[]): Resource[] {
  const found = new Map<string | Resource, Resource>()
  const visit = (resource: Resource) => {
    const key = resource.id ?? resource
    if (found.has(key)) return
    if (resource.id !== undefined || resources.includes(resource)) found.set(key, resource)
    for (const [, value] of resource.properties) if (isResource(value)) visit(value)
  }
  for (const resource of resources) visit(resource)
  return [...found.values()]
}
