import type { Application } from '../../applications'
import { type Dataset, hasLines } from '../../datasets'
import type { Owner } from '../../identity'
import type { Permission } from '../../permissions'
import { allowsOn } from '../applications/access'
import type { UsedDataset } from '../applications/used-datasets'
import { allows } from '../dataset/frame'
import type { View } from '../view'
import { type Embed, mapAllowance } from './embed-codes'
import { type Level, levelsOf } from './grants'
import type { SharedView } from './shared-view'

type LabelledText = { label: string; text: string }

/** A dataset or an application as it is shared. */
export type Shared = {
  kind: 'dataset' | 'application'
  id: string
  title: string
  owner: Owner
  permissions: readonly Permission[]
  visibility: string
  /** Path of its page. */
  path: string
  /** Permissions of the reader. */
  may: { setPermissions: boolean; setKeys: boolean; edit: boolean }
  /** Levels that may be granted. */
  levels: readonly Level[]
  links: LabelledText[]
  embeds: Embed[]
  /** URL of the protected link with a key, and embeds with that key. */
  protectedUrl: (key: string) => string
  protectedEmbeds: (key: string) => Embed[]
  /** The datasets that keep visitors from seeing a public application. */
  hidden?: readonly UsedDataset[]
  /** URL of the setting of a history that all readers of the rows may read. */
  openHistory?: string | undefined
}

/** @param shown the view that the reader has open: its address comes first, and the embed codes have its query */
export function sharedDataset(view: View, dataset: Dataset, shown?: SharedView): Shared {
  const { id, owner, permissions, visibility, metadata, published } = dataset
  const { say, baseUrl } = view
  const isReadable = hasLines(dataset, published)
  const parts = [
    ...(published.bbox?.length ? (['map'] as const) : []),
    ...(isReadable ? (['table'] as const) : []),
    ...(isReadable ? (['charts'] as const) : []),
  ].toSorted((one, other) => Number(other === shown?.tab) - Number(one === shown?.tab))
  const embedsOf = (name: string): Embed[] =>
    parts.map((part) => ({
      name: say(`tab:${part}`),
      label: say(part === shown?.tab && shown.query ? 'viewEmbed' : 'embedCode', { part: say(`tab:${part}`) }),
      address: `${baseUrl}/embed/dataset/${name}/${part}${shown?.query ?? ''}`,
      title: `${metadata.title} – ${say(`tab:${part}`)}`,
      allow: part === 'map' ? mapAllowance : undefined,
    }))
  const page = `${baseUrl}/dataset/${id}`
  const opened = shown && parts.includes(shown.tab) ? `${page}/${shown.tab}${shown.query}` : undefined
  const named = (key: string) => encodeURIComponent(`${key}:${id}`)
  return {
    kind: 'dataset',
    id,
    title: metadata.title,
    owner,
    permissions,
    visibility,
    path: `/dataset/${id}`,
    may: {
      setPermissions: allows(view, dataset, 'setPermissions'),
      setKeys: allows(view, dataset, 'setReadApiKey'),
      edit: allows(view, dataset, 'writeDescription'),
    },
    levels: levelsOf({ isEditable: dataset.nature === 'rest' }),
    links: [
      ...(opened ? [{ label: say('viewLink'), text: opened }] : []),
      { label: say(opened ? 'datasetLink' : 'address'), text: page },
    ],
    embeds: embedsOf(id),
    openHistory: metadata.rest?.history && !metadata.rest.historyForEditors ? `${page}/edit#history` : undefined,
    protectedUrl: (key) => `${baseUrl}/link/${named(key)}`,
    protectedEmbeds: (key) => embedsOf(named(key)),
  }
}

export function sharedApplication(view: View, application: Application): Shared {
  const { id, owner, permissions, visibility, metadata } = application
  const { say, baseUrl } = view
  return {
    kind: 'application',
    id,
    title: metadata.title,
    owner,
    permissions,
    visibility,
    path: `/application/${id}`,
    may: {
      setPermissions: allowsOn(view, application, 'setPermissions'),
      setKeys: allowsOn(view, application, 'setKeys'),
      edit: allowsOn(view, application, 'writeDescription'),
    },
    levels: levelsOf({ isEditable: false }),
    links: [
      { label: say('address'), text: `${baseUrl}/application/${id}` },
      { label: say('applicationAlone'), text: `${baseUrl}/app/${id}` },
    ],
    embeds: [
      {
        name: metadata.title,
        label: say('applicationEmbed'),
        address: `${baseUrl}/app/${id}`,
        title: metadata.title,
      },
    ],
    protectedUrl: (key) => `${baseUrl}/app/${encodeURIComponent(`${key}:${id}`)}`,
    protectedEmbeds: () => [],
  }
}
