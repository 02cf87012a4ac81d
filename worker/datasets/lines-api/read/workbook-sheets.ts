import type { Sheet, WrittenCell, WrittenRow } from '../../../formats/workbook/sheet'
import { maxCellChars } from '../../../formats/workbook/write-xlsx'
import type { Field } from '../../../schema/field'

/** The sheets of a workbook after the lines: the dataset, its columns, their labels and the request. */

const words = {
  en: {
    sheets: ['Data', 'Metadata', 'Schema', 'Labels', 'Query'],
    about: ['Key', 'Label', 'Value'],
    columns: ['Key', 'Original name', 'Title', 'Description', 'Type', 'Format', 'Concept', 'Separator'],
    labels: ['Column', 'Value', 'Label'],
    facts: {
      id: 'Identifier',
      slug: 'Slug',
      title: 'Title',
      summary: 'Summary',
      description: 'Description',
      owner: 'Owner',
      count: 'Number of lines',
      createdAt: 'Created',
      updatedAt: 'Description updated',
      dataUpdatedAt: 'Data updated',
      license: 'Licence',
      origin: 'Origin',
      creator: 'Creator',
      keywords: 'Keywords',
      frequency: 'Frequency',
      truncated: 'Columns with cut values',
    },
    request: { url: 'Address', select: 'Columns', sort: 'Order', q: 'Words searched for' },
  },
  fr: {
    sheets: ['Données', 'Métadonnées', 'Schéma', 'Libellés', 'Requête'],
    about: ['Clé', 'Libellé', 'Valeur'],
    columns: ['Clé', "Nom d'origine", 'Titre', 'Description', 'Type', 'Format', 'Concept', 'Séparateur'],
    labels: ['Colonne', 'Valeur', 'Libellé'],
    facts: {
      id: 'Identifiant',
      slug: 'Identifiant de publication',
      title: 'Titre',
      summary: 'Résumé',
      description: 'Description',
      owner: 'Propriétaire',
      count: 'Nombre de lignes',
      createdAt: 'Création',
      updatedAt: 'Mise à jour de la description',
      dataUpdatedAt: 'Mise à jour des données',
      license: 'Licence',
      origin: 'Provenance',
      creator: 'Auteur',
      keywords: 'Mots clés',
      frequency: 'Fréquence',
      truncated: 'Colonnes aux valeurs tronquées',
    },
    request: { url: 'Adresse', select: 'Colonnes', sort: 'Tri', q: 'Mots recherchés' },
  },
} as const

type Fact = keyof (typeof words)['en']['facts']

/** The dataset and the request that the sheets describe. */
export type WorkbookInfo = {
  language: keyof typeof words
  facts: Partial<Record<Fact, string | number | undefined>>
  request: Partial<Record<keyof (typeof words)['en']['request'], string | undefined>>
}

/** Name of the sheet of lines. */
export const dataName = (language: keyof typeof words): string => words[language].sheets[0]

/** The sheets after that of the lines. */
export function sheetsBeside(info: WorkbookInfo, fields: readonly Field[]): Sheet[] {
  const { sheets, about, columns, labels, facts, request } = words[info.language]
  const storedFields = fields.filter((field) => !field['x-calculated'])
  // The keys of both records are those of the type.
  const shown = <Key extends string>(values: Partial<Record<Key, WrittenCell>>, names: Record<Key, string>) =>
    (Object.keys(names) as Key[]).flatMap((key): WrittenCell[][] =>
      values[key] === undefined || values[key] === '' ? [] : [[key, names[key], values[key]]],
    )
  const triples = storedFields.flatMap(({ key, 'x-labels': valueLabels }) =>
    Object.entries(valueLabels ?? {}).map(([value, label]) => [key, value, label]),
  )
  const described = storedFields.map((field) => [
    field.key,
    field['x-originalName'] ?? undefined,
    field.title ?? undefined,
    field.description ?? undefined,
    field.type,
    field.format ?? undefined,
    field['x-refersTo'] ?? undefined,
    field.separator ?? undefined,
  ])
  return [
    { name: sheets[1], rows: [about, ...shown(info.facts, facts)] },
    { name: sheets[2], rows: [columns, ...described] },
    { name: sheets[3], rows: [labels, ...triples] },
    { name: sheets[4], rows: [about, ...shown(info.request, request)] },
  ]
}

/** Positions of the columns with a value that is too long for a cell of Excel. */
export function cutColumns(rows: readonly WrittenRow[]): number[] {
  const isCut = (cell: WrittenCell) => typeof cell === 'string' && cell.length > maxCellChars
  return [...new Set(rows.flatMap((row) => row.flatMap((cell, at) => (isCut(cell) ? [at] : []))))].sort((a, b) => a - b)
}
