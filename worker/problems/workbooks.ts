import type { ProblemText } from './text'

/** Errors of spreadsheets, in the journal of a dataset or in the response to a bulk. */
export const workbookProblems = {
  'sheet-missing': {
    status: 422,
    en: 'The workbook has no sheet number {sheet}: it has {sheets} sheets. Choose another sheet (“spreadsheetWorksheetIndex” of “file_normalizeOptions” in the API).',
    fr: "Le classeur n'a pas de feuille numéro {sheet} : il en a {sheets}. Choisissez une autre feuille (« spreadsheetWorksheetIndex » de « file_normalizeOptions » dans l'API).",
  },
  'sheet-empty': {
    status: 422,
    en: 'The sheet has no table: no header row was found. Choose another sheet, or add a header row.',
    fr: "L'onglet ne contient pas de tableau, il est vide : aucune ligne d'en-tête n'a été trouvée. Choisissez une autre feuille, ou ajoutez une ligne d'en-tête.",
  },
  'workbook-invalid': {
    status: 422,
    en: 'The workbook is invalid: a required part is missing. Save it again in a spreadsheet program, or upload it as CSV.',
    fr: 'Le classeur est invalide : une partie obligatoire est absente. Enregistrez-le à nouveau dans un tableur, ou envoyez-le en CSV.',
  },
  'workbook-damaged': {
    status: 422,
    en: 'This workbook is damaged or incomplete. Open it in Excel or LibreOffice and save it again.',
    fr: 'Ce classeur est endommagé ou incomplet. Ouvrez-le dans Excel ou LibreOffice et enregistrez-le à nouveau.',
  },
  'workbook-encrypted': {
    status: 422,
    en: 'The workbook is protected by a password. Save it without one, or upload it as CSV.',
    fr: 'Le classeur est protégé par un mot de passe. Enregistrez-le sans mot de passe, ou envoyez-le en CSV.',
  },
  'workbook-too-large': {
    status: 422,
    en: 'The workbook is too large ({part}: at most {max}). Upload the sheet as CSV.',
    fr: 'Le classeur est trop volumineux ({part} : {max} au plus). Envoyez la feuille en CSV.',
  },
  'formulas-uncomputed': {
    status: 422,
    en: 'A formula of the sheet has no stored result: its cell is empty. Open the workbook in a spreadsheet program, save it, and upload it again.|{count} formulas of the sheet have no stored result: their cells are empty. Open the workbook in a spreadsheet program, save it, and upload it again.',
    fr: 'Une formule de la feuille n’a pas de résultat enregistré : sa cellule est vide. Ouvrez le classeur dans un tableur, enregistrez-le et envoyez-le de nouveau.|{count} formules de la feuille n’ont pas de résultat enregistré : leurs cellules sont vides. Ouvrez le classeur dans un tableur, enregistrez-le et envoyez-le de nouveau.',
  },
  'percents-mixed': {
    status: 422,
    en: 'Columns have percentages and other numbers: {columns}. Their percentages are read as fractions, 0.12 for 12 %. To have 12, give all cells of the column the same format and upload the workbook again.',
    fr: 'Des colonnes contiennent des pourcentages et d’autres nombres : {columns}. Leurs pourcentages sont lus comme des fractions, 0,12 pour 12 %. Pour obtenir 12, donnez le même format à toutes les cellules de la colonne et envoyez de nouveau le classeur.',
  },
  'cells-merged': {
    status: 422,
    en: 'A cell of the sheet, in row {row}, is merged over several rows: only the first of them has its value. To have it in all of them, read the file with the option mergedCells "fill".|{count} cells of the sheet are merged over several rows, the first in row {row}: only the first row of each has its value. To have it in all of them, read the file with the option mergedCells "fill".',
    fr: 'Une cellule de la feuille, à la ligne {row}, est fusionnée sur plusieurs lignes : seule la première a sa valeur. Pour l’avoir dans toutes, lisez le fichier avec l’option mergedCells "fill".|{count} cellules de la feuille sont fusionnées sur plusieurs lignes, la première à la ligne {row} : seule la première ligne de chacune a sa valeur. Pour l’avoir dans toutes, lisez le fichier avec l’option mergedCells "fill".',
  },
  'cells-beyond-header': {
    status: 422,
    en: 'A cell of the sheet, in row {row}, is beside the columns of its header and was left out. If the header is another row, choose that row; otherwise give its column a header and upload the workbook again.|{count} cells of the sheet are beside the columns of its header, the first in row {row}, and were left out. If the header is another row, choose that row; otherwise give their columns a header and upload the workbook again.',
    fr: 'Une cellule de la feuille, à la ligne {row}, est en dehors des colonnes de son en-tête et a été ignorée. Si les en-têtes sont dans une autre ligne, choisissez cette ligne ; sinon, donnez un en-tête à sa colonne et envoyez de nouveau le classeur.|{count} cellules de la feuille sont en dehors des colonnes de son en-tête, la première à la ligne {row}, et ont été ignorées. Si les en-têtes sont dans une autre ligne, choisissez cette ligne ; sinon, donnez un en-tête à leurs colonnes et envoyez de nouveau le classeur.',
  },
} as const satisfies Record<string, ProblemText>
