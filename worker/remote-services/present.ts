/** The document of a remote service in the API. Pure. */
import { hiddenKey, type RemoteService } from './document'

type ServiceView = {
  baseUrl: string
  /** Shows which accounts may use it. */
  showsAccess: boolean
}

export function presentService(service: RemoteService, { baseUrl, showsAccess }: ServiceView): Record<string, unknown> {
  const { key, privateAccess, id } = service
  const document = {
    id,
    title: service.title,
    description: service.description,
    owner: service.owner,
    url: service.url,
    server: service.server,
    apiKey: key && { in: key.in, name: key.name, value: hiddenKey },
    actions: service.actions,
    public: service.public,
    privateAccess: showsAccess ? privateAccess : undefined,
    virtualDatasets: service.virtualDatasets,
    standardSchema: service.standardSchema,
    href: `${baseUrl}/api/v1/remote-services/${id}`,
    page: `${baseUrl}/remote-service/${id}`,
    createdAt: service.createdAt,
    updatedAt: service.updatedAt,
  }
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}
