/** The settings of the grid: columns, rules, texts. The script of the page reads them as JSON. */

import type { Dataset, FieldStatistics } from '../../datasets'
import type { Language } from '../../errors'
import { attachmentField } from '../../schema/attachment-fields'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { hasPositions, valueBounds } from '../../schema/value-bounds'
import { allows } from '../dataset/frame'
import { readsHistory } from '../history/access'
import type { GridColumn, Settings } from '../islands/editing/settings'
import { type MessageKey, template } from '../messages'
import { nameOf } from '../table/field'
import { isQuantity } from '../table/quantity'
import { isFiltered, linesQuery } from '../table/state'
import type { View } from '../view'
import { ruleKeys } from './rule-texts'
import { decimalMarkOf, isMonthFirst, keyboardOf, writable } from './values'

type Input = { dataset: Dataset; params: URLSearchParams; statistics: ReadonlyMap<string, FieldStatistics> }

export function gridSettings(view: View, { dataset, params, statistics }: Input): Settings {
  const { baseUrl, ctx, language, locale } = view
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  const { metadata, published } = dataset
  const attachment = attachmentField(published.schema)
  const sort = params.get('sort')
  return {
    baseUrl,
    api: `${baseUrl}/api/v1/datasets/${dataset.id}`,
    id: dataset.id,
    user: actor?.type === 'user' ? actor.id : '',
    language,
    locale,
    columns: writable(published.schema).map((field) => {
      const { key } = field
      return columnOf(field, {
        isAttachment: key === attachment?.key,
        statistics: statistics.get(key),
        language,
        locale,
      })
    }),
    primaryKey: metadata.primaryKey ?? [],
    hasHistory: readsHistory(view, dataset),
    deletes: allows(view, dataset, 'deleteLine'),
    deletesAll: allows(view, dataset, 'deleteAllLines'),
    query: Object.fromEntries([...linesQuery(params), ...(sort ? [['sort', sort]] : [])]),
    isFiltered: isFiltered(params),
    texts: Object.fromEntries([...texts, ...ruleKeys].map((key) => [key, template(language, key)])),
  }
}

type ColumnReading = {
  isAttachment: boolean
  statistics: FieldStatistics | undefined
  language: Language
  locale: string
}

function columnOf(field: Field, { isAttachment, statistics, language, locale }: ColumnReading): GridColumn {
  const { key, type, description, pattern, patternErrorMessage, minLength, maxLength, separator } = field
  const { format } = field
  const { minimum, maximum } = valueBounds(field)
  const labels = field['x-labels'] ?? undefined
  const column: { [Name in keyof GridColumn]: GridColumn[Name] | undefined | null } = {
    key,
    title: nameOf(field),
    type,
    description,
    format,
    required: field['x-required'] || undefined,
    labels: labels && Object.keys(labels).length > 0 ? labels : undefined,
    labelsRestricted: field['x-labelsRestricted'] || undefined,
    pattern: pattern || undefined,
    patternErrorMessage,
    minimum,
    maximum,
    minLength,
    maxLength,
    separator: separator || undefined,
    decimalMark: type === 'integer' || type === 'number' ? decimalMarkOf(language) : undefined,
    isQuantity: isQuantity(field, statistics) || undefined,
    monthFirst: ((format === 'date' || format === 'date-time') && isMonthFirst(locale)) || undefined,
    thisYear: format === 'date' || format === 'date-time' ? new Date().getFullYear() : undefined,
    timeZone: format === 'date-time' ? (field.timeZone ?? defaultTimeZone) : undefined,
    isPosition: hasPositions(field) || undefined,
    isAttachment: isAttachment || undefined,
    keyboard: isAttachment ? undefined : keyboardOf(field),
    isLong: field['x-display'] === 'textarea' || field['x-display'] === 'markdown' || undefined,
  }
  // The page embeds the settings as JSON, without absent properties.
  return Object.fromEntries(
    Object.entries(column).filter(([, value]) => value !== undefined && value !== null),
  ) as GridColumn
}

const texts = [
  'yes',
  'no',
  'labelled',
  'lineCount',
  'selectedRows',
  'selectedLoaded',
  'rowsNotLoaded',
  'deleteChoice',
  'deleteChoiceFound',
  'deleteFound',
  'selectEverything',
  'selectFound',
  'notFound',
  'foundOf',
  'foundLoaded',
  'replaced',
  'replacedLoaded',
  'deleteLoaded',
  'deleteAll',
  'deleteAllConfirm',
  'deleting',
  'pasteWithKeys',
  'allNotDeleted',
  'selectedFigures',
  'deleteColumn',
  'deleteManyRows',
  'deleteRowsWithFiles',
  'rowsDeleted',
  'discardRow',
  'rowNumber',
  'attachRowFirst',
  'attachFailed',
  'replaceAttachment',
  'viewFile',
  'remove',
  'tabLeaves',
  'pasteTooWide',
  'headerRowPasted',
  'datesRead:dayFirst',
  'datesRead:monthFirst',
  'conflict',
  'conflictGone',
  'conflictDeleted',
  'conflictBy',
  'conflictGoneBy',
  'conflictDeletedBy',
  'conflictValues',
  'keep:mine',
  'keep:theirs',
  'gone:mine',
  'gone:theirs',
  'deleted:mine',
  'deleted:theirs',
  'state:saved',
  'state:saving',
  'state:waiting',
  'state:refused',
  'state:offline',
  'state:signedOut',
  'leaveUnsaved',
  'problem:required',
  'problem:integer',
  'problem:number',
  'problem:boolean',
  'problem:date',
  'problem:date-time',
  'problem:day',
  'problem:label',
  'problem:attachment',
  'problem:position',
  'problem:maximum',
  'problem:minimum',
  'problem:maxLength',
  'problem:minLength',
  'problem:pattern',
  'historyUnread',
  'loading',
  'noDeletedRows',
  'deletedRowCount',
  'olderDeletions',
  'restoringRows',
  'rowsRestored',
  'rowsPresent',
  'rowsUnrestored',
  'restoreCut',
  'serviceAuthor',
  'unsavedRestored',
  'fillHandle',
  'columnValue',
  'revisionDeleted',
  'restore',
] as const satisfies MessageKey[]
