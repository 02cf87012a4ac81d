import type { ProblemText } from './text'

/** Met in the journal of a dataset; the status is of no use to a request. */
export const processingProblems = {
  'file-no-column': {
    status: 422,
    en: 'No column was found in the file: it is empty or its first row holds no header.',
    fr: 'pas de colonne détectée dans le fichier, il est vide ou sa première ligne ne contient pas de titres',
  },
  'file-no-line': {
    status: 422,
    en: 'No line could be read from the file (empty file, wrong encoding…). Add at least one line under the header.',
    fr: "Aucune ligne n'a pu être lue dans le fichier (fichier vide, encodage incorrect,...).",
  },
  'file-column-repeated': {
    status: 422,
    en: 'Two columns of the file lead to the same key "{key}": {headers}. Rename one of them.',
    fr: 'Échec du traitement du fichier, il contient plusieurs fois la colonne "{key}" : {headers}',
  },
  'file-too-many-columns': {
    status: 422,
    en: 'The file has {columns} columns, more than the {max} that are accepted.',
    fr: 'Le fichier a {columns} colonnes, plus que les {max} acceptées.',
  },
  'file-row-too-wide': {
    status: 422,
    en: 'Line {line} of the file has {cells} cells where the header has {columns}: the value "{value}" is one too many. Is the delimiter right, is a quote missing?',
    fr: 'Échec du traitement de la ligne {line} du fichier. Le format est probablement invalide : {cells} cellules pour {columns} colonnes, la valeur "{value}" est en trop.',
  },
  'file-cell-too-long': {
    status: 422,
    en: 'Line {line} of the file holds a cell of more than {max} characters (column {column}). A quote is probably left open.',
    fr: 'La ligne {line} du fichier contient une cellule de plus de {max} caractères (colonne {column}). Le format est probablement invalide : un guillemet est sans doute resté ouvert.',
  },
  'file-record-too-long': {
    status: 422,
    en: 'Line {line} of the file starts a record of more than {max} characters. A quote or a bracket is probably left open.',
    fr: 'La ligne {line} du fichier commence un enregistrement de plus de {max} caractères. Le format est probablement invalide : un guillemet ou une accolade est sans doute resté ouvert.',
  },
  'file-quote-open': {
    status: 422,
    en: 'A quote opened at line {line} of the file is never closed.',
    fr: "Un guillemet ouvert à la ligne {line} du fichier n'est jamais fermé. Le format est probablement invalide.",
  },
  'file-not-json-array': {
    status: 422,
    en: 'The JSON file does not hold an array of objects (expect an array at the root).',
    fr: 'Le fichier JSON doit contenir un tableau (expect an array).',
  },
  'file-json-invalid': {
    status: 422,
    en: 'Unexpected content at line {line} of the file: {reason}',
    fr: 'Unexpected content, contenu inattendu à la ligne {line} du fichier : {reason}',
  },
  'file-not-gzip': {
    status: 422,
    en: 'The file ends with .gz but is not a gzip archive, or is cut.',
    fr: "Le fichier se termine par .gz mais n'est pas une archive gzip, ou est tronqué.",
  },
  'file-inflates-too-much': {
    status: 422,
    en: 'The archive inflates beyond what is accepted ({max} bytes or {ratio} times its size).',
    fr: "L'archive dépasse une fois décompressée ce qui est accepté ({max} octets ou {ratio} fois sa taille).",
  },
  'file-lost': {
    status: 422,
    en: 'The stored file could not be found. Upload it again.',
    fr: 'Le fichier enregistré est introuvable. Envoyez-le à nouveau.',
  },
  'lines-refused': {
    status: 422,
    en: '{share}% of the lines have an error.{examples}',
    fr: '{share}% des lignes sont en erreur.{examples}',
  },
  'line-value-refused': {
    status: 422,
    en: 'Line {line}: "{value}" in the column {column} is not a valid {type}.',
    fr: 'Ligne {line} : "{value}" dans la colonne {column} n\'est pas de type {type}.',
  },
  'line-too-long': {
    status: 422,
    en: 'Line {line} holds more than the {max} bytes that one line may have.',
    fr: 'La ligne {line} dépasse les {max} octets acceptés pour une ligne.',
  },
  'columns-ignored': {
    status: 422,
    en: 'The file holds one or more empty columns, which are ignored: {columns}',
    fr: 'le fichier contient une ou plusieurs colonnes vides qui seront ignorées : {columns}',
  },
  'characters-replaced': {
    status: 422,
    en: '{count} characters of the file are not valid in its encoding ({encoding}) and were replaced by U+FFFD. Send the file again with its encoding in "file_encoding".',
    fr: '{count} caractères du fichier ne sont pas valides dans son encodage ({encoding}) et ont été remplacés par U+FFFD. Renvoyez le fichier en précisant l\'encodage dans "file_encoding".',
  },
  'lines-left-out': {
    status: 422,
    en: '{count} lines were refused and are not in the dataset.{examples}',
    fr: '{count} lignes ont été refusées et ne figurent pas dans le jeu de données.{examples}',
  },
  'structure-differs': {
    status: 422,
    en: 'The structure of the file breaks compatibility: {differences}',
    fr: 'La structure du fichier contient des ruptures de compatibilité : {differences}',
  },
  'processing-failed': {
    status: 422,
    en: 'Processing failed for a reason of our own after {attempts} attempts. Send PATCH {} to try again. Reference: {reference}',
    fr: 'Le traitement a échoué pour une raison interne après {attempts} tentatives. Envoyez PATCH {} pour réessayer. Référence : {reference}',
  },
} as const satisfies Record<string, ProblemText>
