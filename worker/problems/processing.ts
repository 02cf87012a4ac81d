import type { ProblemText } from './text'

/** Errors and warnings of processing, in the journal of a dataset. No response has their status. */
export const processingProblems = {
  'file-no-column': {
    status: 422,
    en: 'No column was found in the file: it is empty, or its first row has no headers.',
    fr: 'pas de colonne détectée dans le fichier, il est vide ou sa première ligne ne contient pas de titres',
  },
  'file-no-line': {
    status: 422,
    en: 'No row could be read from the file (empty file, wrong encoding…). Add at least one row below the headers.',
    fr: "Aucune ligne n'a pu être lue dans le fichier (fichier vide, encodage incorrect,...). Ajoutez au moins une ligne sous les titres.",
  },
  'file-column-repeated': {
    status: 422,
    en: 'Several columns of the file have the same key "{key}": {headers}. Rename one of them.',
    fr: 'Le traitement du fichier a échoué : il contient plusieurs fois la colonne "{key}" ({headers}). Renommez l\'une d\'elles.',
  },
  'file-too-many-columns': {
    status: 422,
    en: 'The file has {columns} columns; the limit is {max}.',
    fr: 'Le fichier a {columns} colonnes ; la limite est de {max}.',
  },
  'file-row-too-wide': {
    status: 422,
    en: 'Row {line} of the file has {cells} cells for {columns} columns; the value "{value}" has no column. Check the delimiter and the quotes.',
    fr: 'Échec du traitement de la ligne {line} du fichier. Le format est probablement invalide : {cells} cellules pour {columns} colonnes, la valeur "{value}" est en trop. Vérifiez le séparateur et les guillemets.',
  },
  'file-cell-too-long': {
    status: 422,
    en: 'Row {line} of the file has a cell of more than {max} characters, the limit (column {column}). Shorten it; if no cell should be that long, a closing quote is missing.',
    fr: 'La ligne {line} du fichier contient une cellule de plus de {max} caractères, la limite (colonne {column}). Raccourcissez-la ; si aucune cellule ne devrait être aussi longue, le format est probablement invalide : il manque un guillemet fermant.',
  },
  'file-record-too-long': {
    status: 422,
    en: 'The record at line {line} of the file has more than {max} characters. A closing quote or bracket is probably missing.',
    fr: "L'enregistrement à la ligne {line} du fichier a plus de {max} caractères. Le format est probablement invalide : il manque sans doute un guillemet ou une accolade fermante.",
  },
  'expression-failed': {
    status: 422,
    en: 'The expression of the column "{column}" failed at row {line} of the file, for the value "{value}": {reason}.',
    fr: 'échec de l\'évaluation de l\'expression de la colonne "{column}" à la ligne {line} du fichier, pour la valeur "{value}" : {reason}.',
  },
  'file-quote-open': {
    status: 422,
    en: 'The quote opened at line {line} of the file is never closed.',
    fr: "Le guillemet ouvert à la ligne {line} du fichier n'est jamais fermé. Le format est probablement invalide.",
  },
  'file-quote-stray': {
    status: 422,
    en: 'The quote opened at line {line} of the file is closed some lines below, before other text: these lines are one cell. If they are several rows, remove the quotes that do not belong to them.',
    fr: "Le guillemet ouvert à la ligne {line} du fichier est fermé quelques lignes plus bas, devant un autre texte : ces lignes forment une seule cellule. S'il s'agit de plusieurs lignes du tableau, retirez les guillemets superflus.",
  },
  'file-not-json-array': {
    status: 422,
    en: 'The JSON file must contain an array of objects (expect an array at the root).',
    fr: "Le fichier JSON doit contenir un tableau d'objets (expect an array).",
  },
  'file-json-invalid': {
    status: 422,
    en: 'Unexpected content at line {line} of the file: {reason}',
    fr: 'Unexpected content, contenu inattendu à la ligne {line} du fichier : {reason}',
  },
  'file-not-gzip': {
    status: 422,
    en: 'The file ends with .gz but is not a gzip archive, or is truncated.',
    fr: "Le fichier se termine par .gz mais n'est pas une archive gzip, ou est tronqué.",
  },
  'file-inflates-too-much': {
    status: 422,
    en: 'The decompressed archive exceeds the limit ({max} bytes, or {ratio} times its size).',
    fr: "L'archive décompressée dépasse la limite ({max} octets, ou {ratio} fois sa taille).",
  },
  'file-other-kind': {
    status: 422,
    en: 'The name "{name}" ends with .{extension}, but the content of the file is: {found}. Upload it with the right extension, or convert it.',
    fr: 'Le nom "{name}" se termine par .{extension}, mais le contenu du fichier est : {found}. Envoyez-le avec la bonne extension, ou convertissez-le.',
  },
  'file-is-web-page': {
    status: 422,
    en: '"{name}" is a web page, not a data file. Open the page in a browser, download the data file from it, and upload that file.',
    fr: '"{name}" est une page web, pas un fichier de données. Ouvrez la page dans un navigateur, téléchargez-y le fichier de données, puis envoyez ce fichier.',
  },
  'converted-file-too-large': {
    status: 422,
    en: 'Converted to CSV or GeoJSON, the file has more than {max} MB. Split it, or upload a part of its rows.',
    fr: 'Converti en CSV ou GeoJSON, le fichier excède {max} Mo. Divisez-le, ou envoyez une partie de ses lignes.',
  },
  'file-of-kind-too-large': {
    status: 422,
    en: 'The limit for files of this format is {max} MB. Convert the file to CSV or GeoJSON.',
    fr: 'Un fichier de ce format ne peut pas excéder {max} Mo. Convertissez-le en CSV ou GeoJSON.',
  },
  'attachments-twice': {
    status: 422,
    en: 'The data file is an archive of attachments, and separate attachments were also uploaded. Send only one of them.',
    fr: "Le fichier de données est une archive de pièces jointes, mais il y a également des pièces jointes chargées. N'envoyez que l'une des deux.",
  },
  'attachments-unmatched': {
    status: 422,
    en: 'Attachments were uploaded, but no column with their paths was detected. Set the concept "Attached digital document" on this column. Example paths: {paths}',
    fr: 'Des pièces jointes sont chargées, mais aucune colonne n\'a pu être associée automatiquement. Affectez le concept "Document Numérique Attaché" à la colonne qui contient leurs chemins. Exemples de chemins : {paths}',
  },
  'attachments-missing': {
    status: 422,
    en: 'A row refers to an attachment that was not uploaded: {paths}|{count} rows refer to an attachment that was not uploaded: {paths}',
    fr: "Une ligne fait référence à une pièce jointe qui n'a pas été chargée : {paths}|{count} lignes font référence à une pièce jointe qui n'a pas été chargée : {paths}",
  },
  'attachments-unused': {
    status: 422,
    en: 'An attachment is not used by any row: {paths}|{count} attachments are not used by any row: {paths}',
    fr: "Une pièce jointe n'est utilisée par aucune ligne : {paths}|{count} pièces jointes ne sont utilisées par aucune ligne : {paths}",
  },
  'attachments-unread': {
    status: 422,
    en: 'The content of an attachment could not be read; see the column "_file.error" of its row. {examples}|The content of {count} attachments could not be read; see the column "_file.error" of their rows. {examples}',
    fr: 'Le contenu d\'une pièce jointe n\'a pas pu être lu ; voir la colonne "_file.error" de sa ligne. {examples}|Le contenu de {count} pièces jointes n\'a pas pu être lu ; voir la colonne "_file.error" de leurs lignes. {examples}',
  },
  'attachment-too-large': {
    status: 422,
    en: '{name}: too large for its content to be indexed (limit: {max} MB).',
    fr: 'Pièce jointe trop volumineuse pour être analysée : {name} (limite : {max} Mo).',
  },
  'document-unreadable': {
    status: 422,
    en: '{name}: the content could not be read ({reason}).',
    fr: '{name} : contenu illisible ({reason}).',
  },
  'file-xml-truncated': {
    status: 422,
    en: 'The file is truncated: it ends before </{element}>. Export or download it again.',
    fr: 'Le fichier est tronqué : il s’arrête avant </{element}>. Exportez-le ou téléchargez-le à nouveau.',
  },
  'file-xml-invalid': {
    status: 422,
    en: 'A feature of the file could not be read: {reason}',
    fr: 'Un élément du fichier est illisible : {reason}',
  },
  'file-lost': {
    status: 422,
    en: 'The stored file is missing. Upload it again.',
    fr: 'Le fichier enregistré est introuvable. Envoyez-le à nouveau.',
  },
  'lines-refused': {
    status: 422,
    en: '{share}% of the rows have an error.{examples}',
    fr: '{share}% des lignes sont en erreur.{examples}',
  },
  'line-value-refused': {
    status: 422,
    en: 'Row {line}: "{value}" in the column {column} is not a valid {type}.',
    fr: 'Ligne {line} : "{value}" dans la colonne {column} n\'est pas valide ({type}).',
  },
  'line-place-refused': {
    status: 422,
    en: 'Row {line}: "{value}" in the column {column} is not a valid geometry, latitude or longitude.',
    fr: 'Ligne {line} : "{value}" dans la colonne {column} n\'est pas une géométrie, une latitude ou une longitude valide.',
  },
  'line-too-long': {
    status: 422,
    en: 'Row {line} exceeds the limit of {max} bytes.',
    fr: 'La ligne {line} dépasse la limite de {max} octets.',
  },
  'columns-ignored': {
    status: 422,
    en: 'The file has one or more empty columns, which are ignored: {columns}',
    fr: 'le fichier contient une ou plusieurs colonnes vides qui seront ignorées : {columns}',
  },
  'file-value-too-long': {
    status: 422,
    en: 'The object at line {line} of the file has a value of more than {max} characters in "{key}". Shorten it, or simplify its geometry, and upload the file again.',
    fr: 'L\'objet de la ligne {line} du fichier a une valeur de plus de {max} caractères dans "{key}". Raccourcissez-la, ou simplifiez sa géométrie, et envoyez de nouveau le fichier.',
  },
  'headers-numbered': {
    status: 422,
    en: 'Several columns of the file had the same header; the later ones got a number: {headers}.',
    fr: 'Plusieurs colonnes du fichier avaient le même en-tête ; les suivantes ont reçu un numéro : {headers}.',
  },
  'extra-cells-dropped': {
    status: 422,
    en: 'A cell beyond the last header, in row {line} of the file, was left out.|{count} cells beyond the last header were left out, the first in row {line} of the file.',
    fr: 'Une cellule au-delà du dernier en-tête, à la ligne {line} du fichier, a été ignorée.|{count} cellules au-delà du dernier en-tête ont été ignorées, la première à la ligne {line} du fichier.',
  },
  'rows-left-out': {
    status: 422,
    en: 'A row that is no data, row {line} of the file, was left out.|{count} rows that are no data were left out, the first is row {line} of the file.',
    fr: "Une ligne qui n'est pas une donnée, la ligne {line} du fichier, a été ignorée.|{count} lignes qui ne sont pas des données ont été ignorées, la première est la ligne {line} du fichier.",
  },
  'footer-dropped': {
    status: 422,
    en: 'The last row of the file, row {line}, was left out.|The last {count} rows of the file were left out, from row {line} on.',
    fr: 'La dernière ligne du fichier, la ligne {line}, a été ignorée.|Les {count} dernières lignes du fichier ont été ignorées, à partir de la ligne {line}.',
  },
  'file-single-column': {
    status: 422,
    en: 'The file was read as a single column, "{header}": its rows do not have the same number of cells. If its columns are separated by "{delimiter}", choose this separator and correct the rows that have more cells than the header.',
    fr: 'Le fichier a été lu comme une seule colonne, "{header}" : ses lignes n\'ont pas toutes le même nombre de cellules. Si ses colonnes sont séparées par "{delimiter}", choisissez ce séparateur et corrigez les lignes qui ont plus de cellules que l\'en-tête.',
  },
  'columns-unnamed': {
    status: 422,
    en: 'Columns of the file have values but no header, and were left out: {positions} (counted from the left). Give each of them a header and upload the file again.',
    fr: "Des colonnes du fichier ont des valeurs mais pas d'en-tête et ont été ignorées : {positions} (en comptant depuis la gauche). Donnez un en-tête à chacune et envoyez de nouveau le fichier.",
  },
  // In French for every language, like the validation messages of lines.
  'lines-invalid': {
    status: 422,
    en: '{share}% des lignes ont une erreur de validation.{examples}',
    fr: '{share}% des lignes ont une erreur de validation.{examples}',
  },
  'init-source-unknown': {
    status: 404,
    en: 'The source dataset "{id}" of "initFrom" does not exist.',
    fr: 'Le jeu de données source "{id}" de "initFrom" n\'existe pas.',
  },
  'init-source-refused': {
    status: 403,
    en: 'You do not have permission to read the source dataset "{id}" of "initFrom" (permission manquante).',
    fr: 'permission manquante : vous ne pouvez pas lire le jeu de données source "{id}" de "initFrom".',
  },
  'init-lines-left-out': {
    status: 422,
    en: 'A row of the source dataset was not copied: it is not valid for the schema.{examples}|{count} rows of the source dataset were not copied: they are not valid for the schema.{examples}',
    fr: "Une ligne du jeu de données source n'a pas été copiée : elle n'est pas valide pour le schéma.{examples}|{count} lignes du jeu de données source n'ont pas été copiées : elles ne sont pas valides pour le schéma.{examples}",
  },
  // In French for every language, as above.
  'lines-duplicated': {
    status: 422,
    en: "{count} ligne(s) en double sur une contrainte d'unicité.{reasons}",
    fr: "{count} ligne(s) en double sur une contrainte d'unicité.{reasons}",
  },
  'lines-misfit': {
    status: 422,
    en: '{share}% of the rows have an error: {count} have a value that is not valid for the new type of its column. These values are stored and returned with their row, but cannot be searched.{examples}',
    fr: '{share}% des lignes sont en erreur. {count} lignes ont une valeur invalide pour le nouveau type de sa colonne. Ces valeurs sont conservées et renvoyées avec leur ligne, mais ne sont pas interrogeables.{examples}',
  },
  'characters-replaced': {
    status: 422,
    en: 'A character of the file cannot be read in its encoding ({encoding}) and was replaced by “\ufffd”. Choose another encoding ("file_encoding") and import the file again.|{count} characters of the file cannot be read in its encoding ({encoding}) and were replaced by “\ufffd”. Choose another encoding ("file_encoding") and import the file again.',
    fr: 'Un caractère du fichier ne peut pas être lu dans son encodage ({encoding}) et a été remplacé par « \ufffd ». Choisissez un autre encodage ("file_encoding") et importez de nouveau le fichier.|{count} caractères du fichier ne peuvent pas être lus dans son encodage ({encoding}) et ont été remplacés par « \ufffd ». Choisissez un autre encodage ("file_encoding") et importez de nouveau le fichier.',
  },
  'escapes-replaced': {
    status: 422,
    en: '{count} escapes of the file (\\ud800 to \\udfff, the first in the object at line {line}) are unpaired surrogates and were replaced with U+FFFD. Write the whole character and upload the file again.',
    fr: "{count} échappements du fichier (\\ud800 à \\udfff, le premier dans l'objet de la ligne {line}) sont des moitiés de paire de substitution et ont été remplacés par U+FFFD. Écrivez le caractère entier et renvoyez le fichier.",
  },
  'lines-left-out': {
    status: 422,
    en: '{share}% of the rows have an error. Rows that were rejected and are not in the dataset: {count}.{examples}',
    fr: '{share}% des lignes sont en erreur. Lignes refusées, qui ne figurent pas dans le jeu de données : {count}.{examples}',
  },
  'cells-emptied': {
    status: 422,
    en: 'Values left empty because they do not match the type of their column: {count}.{examples}',
    fr: 'Valeurs laissées vides, car elles ne correspondent pas au type de leur colonne : {count}.{examples}',
  },
  'values-emptied': {
    status: 422,
    en: '{column}: "{value}" (row {line})|{column}: "{value}" × {count} (from row {line})',
    fr: '{column} : "{value}" (ligne {line})|{column} : "{value}" × {count} (dès la ligne {line})',
  },
  'structure-differs': {
    status: 422,
    en: 'The structure of the file is not compatible with the current version: {differences}',
    fr: 'La structure du fichier contient des ruptures de compatibilité : {differences}',
  },
  'processing-killed': {
    status: 422,
    en: 'Processing crashed {times} times at the same point (stage "{stage}", {progress} % done): it requires too much memory or time. The published version is unchanged. Simplify the rows, expressions or attachments near this point and upload them again, or start the processing again, on the page of the dataset or with PATCH {}. Reference: {reference}',
    fr: 'Le traitement a été interrompu {times} fois au même point (étape "{stage}", {progress} % effectués) : il demande trop de mémoire ou de temps. La version publiée est inchangée. Simplifiez les lignes, expressions ou pièces jointes proches de ce point et renvoyez-les, ou relancez le traitement, depuis la page du jeu de données ou avec PATCH {}. Référence : {reference}',
  },
  'processing-failed': {
    status: 422,
    en: 'Processing failed with an internal error after {attempts} attempts. Start it again, on the page of the dataset or with PATCH {}; if it fails again, give the operator the reference {reference}.',
    fr: 'Le traitement a échoué sur une erreur interne après {attempts} tentatives. Relancez-le, depuis la page du jeu de données ou avec PATCH {} ; s’il échoue encore, donnez la référence {reference} à l’exploitant.',
  },
} as const satisfies Record<string, ProblemText>
