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
  'expression-failed': {
    status: 422,
    en: 'The expression of the column "{column}" failed at line {line} of the file, for "{value}": {reason}.',
    fr: 'échec de l\'évaluation de l\'expression de la colonne "{column}" à la ligne {line} du fichier, pour "{value}" : {reason}.',
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
  'file-not-geojson': {
    status: 422,
    en: 'The file is not a GeoJSON FeatureCollection: an object with an array of features is expected at its root.',
    fr: 'Le fichier n\'est pas une FeatureCollection GeoJSON : un objet avec un tableau "features" est attendu à sa racine.',
  },
  'file-other-kind': {
    status: 422,
    en: 'The name "{name}" ends with .{extension}, but the content of the file is: {found}. Send it under its own extension, or convert it.',
    fr: 'Le nom "{name}" se termine par .{extension}, mais le contenu du fichier est : {found}. Envoyez-le sous son extension, ou convertissez-le.',
  },
  'file-of-kind-too-large': {
    status: 422,
    en: 'A file of this format cannot be larger than {max} MB. Convert it to CSV or GeoJSON.',
    fr: 'Un fichier de ce format ne peut pas excéder {max} Mo. Convertissez-le en CSV ou GeoJSON.',
  },
  'sheet-missing': {
    status: 422,
    en: 'The workbook has no sheet number {sheet}: it has {sheets}. Change spreadsheetWorksheetIndex in "file_normalizeOptions".',
    fr: 'Le classeur n\'a pas de feuille numéro {sheet} : il en a {sheets}. Changez spreadsheetWorksheetIndex dans "file_normalizeOptions".',
  },
  'sheet-empty': {
    status: 422,
    en: 'The sheet holds no table: no row with a header was found.',
    fr: "La feuille ne contient pas de tableau, il est vide : aucune ligne d'en-tête n'a été trouvée.",
  },
  'workbook-invalid': {
    status: 422,
    en: 'The workbook could not be read: a part that every workbook has is missing. Save it again, or send it as CSV.',
    fr: 'Le classeur est illisible : une partie que tout classeur contient est absente. Enregistrez-le à nouveau, ou envoyez-le en CSV.',
  },
  'workbook-too-large': {
    status: 422,
    en: 'The workbook holds more than can be read ({part}: at most {max}). Send the sheet as CSV.',
    fr: 'Le classeur contient plus que ce qui peut être lu ({part} : {max} au plus). Envoyez la feuille en CSV.',
  },
  'calendar-too-large': {
    status: 422,
    en: 'The recurrences of the calendar lead to more than {max} events, or take too long to work out. Give their rules an end (COUNT or UNTIL).',
    fr: 'Les récurrences du calendrier mènent à plus de {max} événements, ou sont trop longues à calculer. Donnez une fin à leurs règles (COUNT ou UNTIL).',
  },
  'calendar-rules-unread': {
    status: 422,
    en: '{count} recurrence rules (RRULE) of the calendar could not be read: of these events only the first time is there.',
    fr: '{count} règles de récurrence (RRULE) du calendrier sont illisibles : seule la première date de ces événements est présente.',
  },
  'archive-damaged': {
    status: 422,
    en: 'The archive is damaged or cut: it could not be read as a zip. Make it again.',
    fr: "L'archive est endommagée ou tronquée : elle n'a pu être lue comme un zip. Créez-la à nouveau.",
  },
  'archive-encrypted': {
    status: 422,
    en: 'The file "{name}" of the archive is encrypted. Make the archive without a password.',
    fr: 'Le fichier "{name}" de l\'archive est chiffré. Créez l\'archive sans mot de passe.',
  },
  'archive-method-unsupported': {
    status: 422,
    en: 'The file "{name}" of the archive is compressed in a way that is not read. Make a plain zip (deflate).',
    fr: "Le fichier \"{name}\" de l'archive est compressé d'une manière qui n'est pas lue. Créez un zip ordinaire (deflate).",
  },
  'archive-too-many-entries': {
    status: 422,
    en: 'The archive holds {count} files, more than the {max} that are accepted.',
    fr: "L'archive contient {count} fichiers, plus que les {max} acceptés.",
  },
  'archive-inflates-too-much': {
    status: 422,
    en: 'The archive inflates beyond what is accepted ({max} bytes or {ratio} times its size).',
    fr: "L'archive dépasse une fois décompressée ce qui est accepté ({max} octets ou {ratio} fois sa taille).",
  },
  'projection-unsupported': {
    status: 422,
    en: 'The coordinates of the file are in the projection {code}, which is not read. Supported: {supported}. Convert the file to WGS 84 (EPSG:4326).',
    fr: "La projection {code} des coordonnées du fichier n'est pas supportée. Projections acceptées : {supported}. Convertissez le fichier en WGS 84 (EPSG:4326).",
  },
  'archive-path-refused': {
    status: 422,
    en: 'The archive holds a file whose name leads outside of it, or a link: "{name}". Make it again with plain relative names.',
    fr: 'L\'archive contient un fichier dont le nom mène hors d\'elle, ou un lien : "{name}". Créez-la à nouveau avec des noms relatifs ordinaires.',
  },
  'archive-empty': {
    status: 422,
    en: 'The archive holds no file.',
    fr: "L'archive ne contient aucun fichier, il est vide.",
  },
  'attachments-twice': {
    status: 422,
    en: 'The data file is an archive of attachments, and there are attachments loaded beside it. Send only one of them.',
    fr: 'Le fichier de données est une archive de pièces jointes, mais il y a également des pièces jointes chargées.',
  },
  'attachments-unmatched': {
    status: 422,
    en: 'Attachments were sent, but no column could be recognized as naming them. Give the concept "Attached digital document" to the column that does. Some paths: {paths}',
    fr: 'Des pièces jointes sont chargées, mais aucune colonne n\'a pu être associée automatiquement. Affectez le concept "Document Numérique Attaché" à la colonne qui les nomme. Quelques chemins : {paths}',
  },
  'attachments-missing': {
    status: 422,
    en: '{count} lines name an attachment that was not sent: {paths}',
    fr: "{count} lignes nomment une pièce jointe qui n'a pas été chargée : {paths}",
  },
  'attachments-unused': {
    status: 422,
    en: '{count} attachments are named by no line: {paths}',
    fr: '{count} pièces jointes ne sont nommées par aucune ligne : {paths}',
  },
  'attachments-unread': {
    status: 422,
    en: 'The content of {count} attachments could not be read; their lines say why in "_file.error". {examples}',
    fr: 'Le contenu de {count} pièces jointes n\'a pu être lu ; leurs lignes disent pourquoi dans "_file.error". {examples}',
  },
  'attachment-too-large': {
    status: 422,
    en: '{name}: too large to be read for its content ({max} MB at most).',
    fr: 'Pièce jointe trop volumineuse pour être analysée : {name} ({max} Mo au plus).',
  },
  'document-unreadable': {
    status: 422,
    en: '{name}: its content could not be read: {reason}.',
    fr: '{name} : contenu illisible ({reason}).',
  },
  'file-xml-invalid': {
    status: 422,
    en: 'A feature of the file could not be read: {reason}',
    fr: 'Un élément du fichier est illisible : {reason}',
  },
  'mapinfo-unsupported': {
    status: 422,
    en: 'The archive holds a MapInfo table (.tab), which is not read. Convert it to GeoJSON, for example with GDAL: ogr2ogr -t_srs EPSG:4326 data.geojson {name}',
    fr: "L'archive contient une table MapInfo (.tab), qui n'est pas lue. Convertissez-la en GeoJSON, par exemple avec GDAL : ogr2ogr -t_srs EPSG:4326 data.geojson {name}",
  },
  'shapefile-invalid': {
    status: 422,
    en: 'The shapefile is damaged, or its parts (.shp, .dbf) do not go together.',
    fr: 'Le shapefile est endommagé, ou ses parties (.shp, .dbf) ne vont pas ensemble.',
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
  // French whatever the reader prefers, like the messages of lines (contract editable-accounts F.2, F.5).
  'lines-invalid': {
    status: 422,
    en: '{share}% des lignes ont une erreur de validation.{examples}',
    fr: '{share}% des lignes ont une erreur de validation.{examples}',
  },
  'init-source-unknown': {
    status: 404,
    en: 'The dataset "{id}" that this one was to start with does not exist.',
    fr: 'Le jeu de données "{id}" dont celui-ci devait être initialisé n\'existe pas.',
  },
  'init-source-refused': {
    status: 403,
    en: 'The dataset "{id}" that this one was to start with is not yours to read (permission manquante).',
    fr: 'permission manquante : vous ne pouvez pas lire le jeu de données "{id}" dont celui-ci devait être initialisé.',
  },
  'init-lines-left-out': {
    status: 422,
    en: '{count} lines were not taken over: they do not suit the schema.{examples}',
    fr: "{count} lignes n'ont pas été reprises : elles ne conviennent pas au schéma.{examples}",
  },
  'lines-duplicated': {
    status: 422,
    en: "{count} lignes ne respectent pas une contrainte d'unicité.{reasons}",
    fr: "{count} lignes ne respectent pas une contrainte d'unicité.{reasons}",
  },
  'lines-misfit': {
    status: 422,
    en: '{share}% of the lines have an error: {count} hold a value that does not suit the new type of its field. These values are kept and can be read with their line; they cannot be searched.{examples}',
    fr: '{share}% des lignes sont en erreur. {count} lignes ont une valeur qui ne convient pas au nouveau type de sa colonne. Ces valeurs sont conservées et lisibles avec leur ligne, mais ne sont pas interrogeables.{examples}',
  },
  'characters-replaced': {
    status: 422,
    en: '{count} characters of the file are not valid in its encoding ({encoding}) and were replaced by U+FFFD. Send the file again with its encoding in "file_encoding".',
    fr: '{count} caractères du fichier ne sont pas valides dans son encodage ({encoding}) et ont été remplacés par U+FFFD. Renvoyez le fichier en précisant l\'encodage dans "file_encoding".',
  },
  'escapes-replaced': {
    status: 422,
    en: '{count} escapes of the file (\\ud800 to \\udfff, the first in the object at line {line}) are half of a surrogate pair without the other: each was replaced by U+FFFD. Write the whole character and send the file again.',
    fr: "{count} échappements du fichier (\\ud800 à \\udfff, le premier dans l'objet de la ligne {line}) sont la moitié d'une paire de substitution sans l'autre : chacun a été remplacé par U+FFFD. Écrivez le caractère entier et renvoyez le fichier.",
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
  'processing-killed': {
    status: 422,
    en: 'Processing ended the process {times} times at the same place (stage "{stage}", {progress} % done): what is read there takes more memory or time than there is. What was published stays. Simplify the lines, expressions or attachments near this place and send them again, or send PATCH {} to try again as it is. Reference: {reference}',
    fr: 'Le traitement a interrompu le service {times} fois au même endroit (étape "{stage}", {progress} % effectués) : ce qui y est lu demande plus de mémoire ou de temps qu\'il n\'y en a. Ce qui était publié le reste. Simplifiez les lignes, expressions ou pièces jointes proches de cet endroit et renvoyez-les, ou envoyez PATCH {} pour réessayer tel quel. Référence : {reference}',
  },
  'processing-failed': {
    status: 422,
    en: 'Processing failed for a reason of our own after {attempts} attempts. Send PATCH {} to try again. Reference: {reference}',
    fr: 'Le traitement a échoué pour une raison interne après {attempts} tentatives. Envoyez PATCH {} pour réessayer. Référence : {reference}',
  },
} as const satisfies Record<string, ProblemText>
