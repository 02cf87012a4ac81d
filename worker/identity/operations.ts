/** Operations, their classes, and the scopes of API keys: pure. */

/** Operations on a dataset, by class. */
export const datasetOperations = {
  list: ['list'],
  read: [
    'readDescription',
    'readSchema',
    'readSafeSchema',
    'readLines',
    'getGeoAgg',
    'getValuesAgg',
    'getValues',
    'getMetricAgg',
    'getSimpleMetricsAgg',
    'getWordsAgg',
    'getMinAgg',
    'getMaxAgg',
    'downloadOriginalData',
    'downloadFullData',
    'readApiDoc',
    'realtime-transactions',
    'readLine',
    'readLineRevisions',
    'readRevisions',
    'bulkSearch',
    'listDataFiles',
    'downloadDataFile',
    'downloadMetadataAttachment',
    'downloadAttachment',
    'getReadApiKey',
    'readCompatODSRecords',
    'readCompatODSExports',
  ],
  readAdvanced: ['readJournal', 'realtime-journal', 'realtime-task-progress', 'readPrivateApiDoc'],
  write: [
    'writeDescription',
    'writeDescriptionBreaking',
    'writeData',
    'createLine',
    'updateLine',
    'patchLine',
    'bulkLines',
    'deleteLine',
    'deleteAllLines',
    'validateDraft',
    'cancelDraft',
    'postMetadataAttachment',
    'deleteMetadataAttachment',
    'sendUserNotification',
    'sendUserNotificationPublic',
    'simulateExtension',
  ],
  manageOwnLines: [
    'readOwnLines',
    'readOwnLine',
    'createOwnLine',
    'updateOwnLine',
    'patchOwnLine',
    'bulkOwnLines',
    'deleteOwnLine',
    'readOwnLineRevisions',
    'readOwnRevisions',
  ],
  admin: [
    'delete',
    'getPermissions',
    'setPermissions',
    'changeOwner',
    'writePublications',
    'writePublicationSites',
    'writeExports',
    'setReadApiKey',
    'manageMasterData',
    'readIntegrity',
    'readIntegrityRevisions',
  ],
} as const

/** Operations on an application. An operation that datasets have too is in the same class. */
export const applicationOperations = {
  list: ['list'],
  read: [
    'readDescription',
    'readConfig',
    'readApiDoc',
    'readBaseApp',
    'readCapture',
    'readPrint',
    'downloadAttachment',
  ],
  readAdvanced: ['readJournal', 'realtime-draft-error'],
  write: ['writeDescription', 'writeConfig', 'postAttachment', 'deleteAttachment'],
  manageOwnLines: [],
  admin: [
    'delete',
    'getPermissions',
    'setPermissions',
    'getKeys',
    'setKeys',
    'writePublications',
    'writePublicationSites',
  ],
} as const

/** Operations of the administrators of the owner, which no permission entry grants. */
export const ownerOperations: ReadonlySet<string> = new Set(['manageMasterData'])

export type OperationClass = keyof typeof datasetOperations
export type DatasetOperation = (typeof datasetOperations)[OperationClass][number]
export type ApplicationOperation = (typeof applicationOperations)[OperationClass][number]
export type Operation = DatasetOperation | ApplicationOperation
/** The operations of a type of resource. */
export type Operations = Record<OperationClass, readonly Operation[]>

export const classNames = [
  'list',
  'read',
  'readAdvanced',
  'write',
  'manageOwnLines',
  'admin',
] as const satisfies OperationClass[]
const classesIn = (operations: Operations): ReadonlyMap<string, OperationClass> =>
  new Map(classNames.flatMap((name) => operations[name].map((operation) => [operation, name] as const)))
const onDatasets = classesIn(datasetOperations)
const onApplications = classesIn(applicationOperations)

/** The class of an operation. */
export function classOf(operation: Operation): OperationClass {
  const name = onDatasets.get(operation) ?? onApplications.get(operation)
  if (!name) throw new Error(`no class for ${operation}`)
  return name
}

/** Whether a name is an operation on datasets or applications, or a class. */
export const isOperation = (name: string): name is DatasetOperation => onDatasets.has(name)
export const isApplicationOperation = (name: string): name is ApplicationOperation => onApplications.has(name)
export const isOperationClass = (name: string): name is OperationClass => classNames.some((known) => known === name)

const fileOperations: readonly string[] = [
  'downloadOriginalData',
  'downloadFullData',
  'downloadDataFile',
  'downloadAttachment',
  'downloadMetadataAttachment',
]
const dataOperation = /^(read(Own)?Lines?|read(Own)?(Line)?Revisions|get.*Aggs?|getValues|bulkSearch|readCompat.*)$/

/** The name of an operation for gateways, beside its class. */
export function gatewayTrackOf(operation: DatasetOperation): 'readDataFiles' | 'readDataAPI' | undefined {
  if (fileOperations.includes(operation)) return 'readDataFiles'
  return dataOperation.test(operation) ? 'readDataAPI' : undefined
}
