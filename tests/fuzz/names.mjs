// Names of prepared resources, as the generator fills them into paths and bodies.
import { list } from './lists.mjs'
import { fields } from './queries.mjs'

/** Ids that are chosen: the same in every run. */
export const datasets = {
  file: 'fuzz-file',
  shapes: 'fuzz-shapes',
  documents: 'fuzz-documents',
  editable: 'fuzz-editable',
  own: 'fuzz-own',
  virtual: 'fuzz-virtual',
  meta: 'fuzz-meta',
  draft: 'fuzz-draft',
}
export const application = 'fuzz-app'
export const organization = 'fuzz-town'
export const foreignOrganization = 'fuzz-village'
/** What inputs change of an account, they change of this one: the keys and rights of the actors stay. */
export const changedOrganization = 'fuzz-changed'

const anyDataset = [...Object.values(datasets), datasets.file, datasets.file, datasets.editable, datasets.editable]

const owned = Array(6).fill(datasets.own)
const editable = [...Array(5).fill(datasets.editable), datasets.own, datasets.file]

/** By parameter; `id` means another thing under each path. */
const known = {
  lineId: ['line-1', 'line-2', 'line-3', 'new'],
  owner: [...Array(8).fill('user:fuzz-ada'), 'organization:fuzz-town', 'user:fuzz-con'],
  field: fields,
  name: ['fuzz.csv', 'fuzz.txt', 'normalized.csv', 'fuzz-picture.jpg'],
  path: list(`
    a.txt ¦ dir/b.html ¦ fuzz.txt ¦ get-session ¦ callback/oidc ¦ list-sessions ¦ update-user ¦
    passkey/generate-register-options ¦ styles.css
  `),
  format: ['csv', 'json', 'geojson', 'xlsx', 'parquet', 'a'],
  type: [...Array(8).fill('organization'), 'user', 'a'],
  organization: [changedOrganization, changedOrganization, foreignOrganization],
  user: ['fuzz-extra', 'fuzz-none'],
  siteType: ['site'],
  siteId: ['fuzz-site'],
  tab: ['table', 'map', 'charts', 'files', 'schema', 'api', 'journal'],
  file: ['table.csv', 'table.json', 'table.xlsx', 'table.ods', 'table.geojson'],
  part: list(`
    table ¦ map ¦ search-filters ¦ thumbnails ¦ my-lines ¦ form ¦ journal ¦ fields ¦ home ¦ upload-dataset
  `),
  key: ['a'],
}

/**
 * @param {{ uploads?: string[], bases?: string[], webhooks?: string[], invitations?: string[], thumbnails?: string[], outside?: string }} drawn
 *   ids that the service has drawn, and the address of a server that it may call
 */
export function namesOf(description, drawn = {}) {
  const {
    uploads = [],
    bases = [],
    webhooks = [],
    invitations = [],
    thumbnails = [],
    outside = 'http://127.0.0.1:1',
  } = drawn
  const made = { upload: uploads, webhook: webhooks, invitation: invitations, thumbId: thumbnails }
  const idUnder = (path, method) => {
    if (path.includes('/base-applications')) return bases
    if (path.includes('/applications')) return [...Array(8).fill(application), 'fuzz-made']
    if (path.includes('/invitation')) return invitations
    if (/\/(settings|limits|identities)\//.test(path))
      return [...Array(6).fill(changedOrganization), 'fuzz-extra', 'fuzz-none', `${changedOrganization}:roads`]
    if (/\/own\//.test(path)) return [...owned, datasets.editable]
    if (/\/(_bulk_lines|_sync_attachments_lines|revisions|lines\/\{lineId\}.*|import)$/.test(path)) return editable
    if (path.endsWith('/lines') && method !== 'get') return editable
    if (/attachments/.test(path)) return [datasets.documents, datasets.editable, datasets.file]
    if (/draft/.test(path)) return [datasets.draft, datasets.draft, datasets.file]
    return path.endsWith('/datasets/{id}') ? [...anyDataset, 'fuzz-made'] : anyDataset
  }
  return {
    components: description.components.schemas,
    ids: [...anyDataset, application],
    uploads: uploads.length > 0 ? uploads : ['a'],
    outside,
    path: (path, name, method) => (name === 'id' ? idUnder(path, method) : (made[name] ?? known[name] ?? [])),
  }
}
