/** Publishing, reviewing. */
export const publish = {
  publishTitle: { en: 'Publish a dataset', fr: 'Publier un jeu de données' },
  publishHelp: {
    en: 'Choose a file. Before it is published, you can review the detected columns and correct them.',
    fr: 'Choisissez un fichier. Avant la publication, vous pourrez vérifier les colonnes détectées et les corriger.',
  },
  replaceHelp: {
    en: 'Review the changes before you publish them. Readers see the current version until then.',
    fr: 'Vérifiez les changements avant de les publier. D’ici là, les lecteurs voient la version actuelle.',
  },
  signInToPublish: { en: 'Sign in to publish.', fr: 'Connectez-vous pour publier.' },
  dropHere: { en: 'Drop a file here', fr: 'Déposez un fichier ici' },
  fileKinds: {
    en: 'CSV, JSON, spreadsheets, GeoJSON, GeoPackage, shapefiles (zip), KML, calendars…, compressed or not',
    fr: 'CSV, JSON, classeurs, GeoJSON, GeoPackage, shapefiles (zip), KML, calendriers…, compressés ou non',
  },
  title: { en: 'Title', fr: 'Titre' },
  chooseFile: { en: 'Choose a file', fr: 'Choisir un fichier' },
  attachmentsOption: { en: 'Attach documents', fr: 'Joindre des documents' },
  attachmentsHelp: {
    en: 'A zip archive of the files named in a column of the data',
    fr: 'Une archive zip des fichiers nommés dans une colonne des données',
  },
  sendFile: { en: 'Upload', fr: 'Envoyer' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  cancelUpload: { en: 'Stop the upload', fr: 'Arrêter l’envoi' },
  sending: { en: 'Uploading…', fr: 'Envoi…' },
  processingFile: { en: 'Processing…', fr: 'Traitement…' },
  signedOutUpload: {
    en: 'You have been signed out. Sign in in a new tab, then choose Upload again.',
    fr: 'Vous avez été déconnecté. Connectez-vous dans un nouvel onglet, puis cliquez de nouveau sur Envoyer.',
  },
  sendingFailed: {
    en: 'The upload failed. Check your connection and try again.',
    fr: 'L’envoi a échoué. Vérifiez votre connexion et réessayez.',
  },
  sendingCancelled: {
    en: 'The upload was cancelled. Nothing was published.',
    fr: 'L’envoi a été annulé. Rien n’a été publié.',
  },
  'stage:store': { en: 'Saving…', fr: 'Enregistrement…' },
  'stage:analyze': { en: 'Analysing the columns…', fr: 'Analyse des colonnes…' },
  'stage:validate': { en: 'Validating the rows…', fr: 'Validation des lignes…' },
  'stage:index': { en: 'Indexing…', fr: 'Indexation…' },
  'stage:finalize': { en: 'Finishing…', fr: 'Finalisation…' },
  updateDataset: { en: 'Update a dataset', fr: 'Mettre à jour un jeu de données' },
  updateDatasetHelp: {
    en: 'Choose a dataset and send its new file: nothing is published before you have reviewed the changes. The rows of editable datasets are edited one by one, or imported from a file.',
    fr: 'Choisissez un jeu de données et envoyez son nouveau fichier : rien n’est publié avant que vous ayez vérifié les changements. Les lignes des jeux éditables sont modifiées une par une, ou importées d’un fichier.',
  },
  nothingToUpdate: {
    en: 'There is no dataset here that you may update.',
    fr: 'Il n’y a ici aucun jeu de données que vous puissiez mettre à jour.',
  },
  datasetUpdated: { en: '“{title}” has been updated.', fr: '« {title} » a été mis à jour.' },
  datasetBeingUpdated: { en: '“{title}” is being updated…', fr: '« {title} » est en cours de mise à jour…' },
  datasetUpdateFailed: {
    en: 'The new file of “{title}” could not be processed. Its log says why.',
    fr: 'Le nouveau fichier de « {title} » n’a pas pu être traité. Son journal dit pourquoi.',
  },
  draftsTitle: { en: 'Not published yet', fr: 'Pas encore publiés' },
  draftsHelp: {
    en: 'These files were uploaded. Open one to publish it; until then only people who may edit it see it.',
    fr: 'Ces fichiers ont été envoyés. Ouvrez-en un pour le publier ; d’ici là, seules les personnes qui peuvent le modifier le voient.',
  },
  fileFailed: { en: 'Failed', fr: 'Échec' },
  seeDataset: { en: 'Open the dataset', fr: 'Ouvrir le jeu de données' },
  reviewTitle: { en: 'Review before publishing', fr: 'Vérifier avant de publier' },
  reviewTitleEditable: {
    en: 'Review before creating the dataset',
    fr: 'Vérifier avant de créer le jeu de données',
  },
  reviewHelpEditable: {
    en: 'Check what was detected, and correct it where needed: everything on this page is applied when you create the dataset.',
    fr: 'Vérifiez ce qui a été détecté et corrigez-le si besoin : tout ce qui est sur cette page est appliqué à la création du jeu de données.',
  },
  reviewHelp: {
    en: 'Check what was detected, and correct it where needed: everything on this page is applied when you publish.',
    fr: 'Vérifiez ce qui a été détecté et corrigez-le si besoin : tout ce qui est sur cette page est appliqué à la publication.',
  },
  draftError: {
    en: 'The file could not be processed. The log says where and why; fix the file and upload it again.',
    fr: 'Le fichier n’a pas pu être traité. Le journal dit où et pourquoi ; corrigez le fichier et renvoyez-le.',
  },
  draftFailedTitle: { en: 'The file could not be processed', fr: 'Le fichier n’a pas pu être traité' },
  'reason:writtenDates': { en: 'Proposed: dates such as “{sample}”', fr: 'Proposé : dates, par exemple « {sample} »' },
  'reason:someDates': {
    en: 'Dates such as “{sample}”: choose “date”',
    fr: 'Dates, par exemple « {sample} » : choisissez « date »',
  },
  'reason:range': {
    en: 'Proposed: name, and values from {min} to {max}',
    fr: 'Proposé : nom, et valeurs de {min} à {max}',
  },
  'reason:projected': {
    en: 'Proposed: name, and values from {min} to {max}, as in {projection}',
    fr: 'Proposé : nom, et valeurs de {min} à {max}, comme en {projection}',
  },
  nearType: {
    en: 'Text because of {count} value that is not of the type “{type}” ({samples}). Choose that type to empty it or to leave out its row.|Text because of {count} values that are not of the type “{type}” ({samples}). Choose that type to empty them or to leave out their rows.',
    fr: 'Texte à cause de {count} valeur qui n’est pas du type « {type} » ({samples}). Choisissez ce type pour la vider ou écarter sa ligne.|Texte à cause de {count} valeurs qui ne sont pas du type « {type} » ({samples}). Choisissez ce type pour les vider ou écarter leurs lignes.',
  },
  nearUnit: {
    en: 'Most values are numbers with the unit “{unit}”, others are not ({samples}). Choose the type “{type}” to read them, and to empty the others or to leave out their rows.',
    fr: 'La plupart des valeurs sont des nombres avec l’unité « {unit} », d’autres non ({samples}). Choisissez le type « {type} » pour les lire, et pour vider les autres ou écarter leurs lignes.',
  },
  'reason:nameAlone': { en: 'Proposed: name', fr: 'Proposé : nom' },
  'reason:name': { en: 'Proposed: name, and values like {sample}', fr: 'Proposé : nom, et valeurs comme {sample}' },
  'reason:values': { en: 'Proposed: values like {sample}', fr: 'Proposé : valeurs comme {sample}' },
  'reason:code': {
    en: 'Proposed: {sample} looks like a code, not a quantity',
    fr: 'Proposé : {sample} semble être un code, pas une quantité',
  },
  'reason:unit': {
    en: 'Proposed: {sample} is a number in {unit}.',
    fr: 'Proposé : {sample} est un nombre en {unit}.',
  },
  'reason:someUnit': {
    en: '{sample} looks like a number in {unit}: choose the type “number”.',
    fr: '{sample} semble être un nombre en {unit} : choisissez le type « nombre ».',
  },
  unitIntoTitle: { en: 'The unit goes into the title.', fr: 'L’unité passe dans le titre.' },
  'reason:yesNo': {
    en: 'Proposed: {sample} and N mean yes and no',
    fr: 'Proposé : {sample} et N signifient oui et non',
  },
  publicWithoutLicence: {
    en: 'No licence is chosen: readers will not know what they may do with the data.',
    fr: 'Aucune licence n’est choisie : les lecteurs ne sauront pas ce qu’ils peuvent faire des données.',
  },
  'reason:accounts': {
    en: 'Proposed: numbers as in accounts, {sample} is negative.',
    fr: 'Proposé : nombres comme en comptabilité, {sample} est négatif.',
  },
  'reason:thousands': {
    en: 'Proposed: {sample} is a number with marks between its thousands',
    fr: 'Proposé : {sample} est un nombre avec des séparateurs de milliers',
  },
  'reason:someNumbers': {
    en: 'Numbers such as {sample}: choose “number”',
    fr: 'Nombres, par exemple {sample} : choisissez « nombre »',
  },
  'reason:separator': {
    en: 'Proposed: {sample} has several values, each of which can be filtered and counted',
    fr: 'Proposé : {sample} a plusieurs valeurs, que l’on peut filtrer et compter une à une',
  },
  valuesPerCell: { en: 'Values per cell', fr: 'Valeurs par cellule' },
  oneValue: { en: 'one value', fr: 'une valeur' },
  severalValues: { en: 'several: a {separator} b', fr: 'plusieurs : a {separator} b' },
  useProposal: { en: 'Use the proposed concept', fr: 'Utiliser le concept proposé' },
  projection: { en: 'Projection of the coordinates', fr: 'Projection des coordonnées' },
  pointsNone: {
    en: 'None of the first rows has a valid position with these concepts and this projection.',
    fr: 'Aucune des premières lignes n’a de position valide avec ces concepts et cette projection.',
  },
  pointsHelp: {
    en: 'The first position of the file.|The first {count} positions of the file.',
    fr: 'La première position du fichier.|Les {count} premières positions du fichier.',
  },
  rows: { en: 'Rows', fr: 'Lignes' },
  chooseOrType: { en: 'Choose from the list, or type', fr: 'Choisissez dans la liste, ou saisissez' },
  noLicence: { en: 'No licence chosen', fr: 'Aucune licence choisie' },
  descriptionOfNew: { en: 'Description (optional)', fr: 'Description (facultative)' },
  descriptionOfNewHelp: {
    en: 'What the rows are, where they come from, how often they change',
    fr: 'Ce que décrivent les lignes, d’où elles viennent, à quel rythme elles changent',
  },
  describeNew: { en: 'Description and access', fr: 'Description et accès' },
  schemaEditHelp: {
    en: 'Titles, descriptions and labels are shown at once. After a change of a type, a concept, or the search of a column, the rows are read again: readers see the current ones until then.',
    fr: 'Les titres, descriptions et libellés s’affichent aussitôt. Après un changement de type, de concept ou de recherche, les lignes sont relues : d’ici là, les lecteurs voient les lignes actuelles.',
  },
  rebuildSeconds: {
    en: 'That takes about {count} second.|That takes about {count} seconds.',
    fr: 'Cela prend environ {count} seconde.|Cela prend environ {count} secondes.',
  },
  rebuildMinutes: {
    en: 'That takes about {count} minute.|That takes about {count} minutes.',
    fr: 'Cela prend environ {count} minute.|Cela prend environ {count} minutes.',
  },
  capabilities: {
    en: 'Search, sort…: {on} of {of}',
    fr: 'Recherche, tri… : {on} sur {of}',
  },
  'capability:index': { en: 'Filter by value', fr: 'Filtrer par valeur' },
  'capability:values': { en: 'Sort, group, chart', fr: 'Trier, grouper, mettre en graphique' },
  'capability:textStandard': { en: 'Search words', fr: 'Rechercher des mots' },
  'capability:text': {
    en: 'Also find other forms of French words',
    fr: 'Trouver aussi les autres formes des mots (pluriel, féminin…)',
  },
  'capability:insensitive': {
    en: 'Sort without case and accents',
    fr: 'Trier sans tenir compte des majuscules ni des accents',
  },
  'capability:wildcard': { en: 'Filter by part of a text', fr: 'Filtrer par partie de texte' },
  rebuilding: {
    en: 'The new version is being processed. Until it is ready, everybody sees the current rows.',
    fr: 'La nouvelle version est en cours de traitement. D’ici là, tout le monde voit les lignes actuelles.',
  },
  labels: { en: 'Labels of values', fr: 'Libellés des valeurs' },
  labelsPlaceholder: { en: '1 = Open', fr: '1 = Ouvert' },
  conceptUnfit: {
    en: 'Values that do not fit this concept: {count} of {total} read.',
    fr: 'Valeurs qui ne correspondent pas à ce concept : {count} sur {total} lues.',
  },
  looksLikeCode: {
    en: 'Looks like a code: as a text it keeps its zeros and is never added up.',
    fr: 'Ressemble à un code : en texte, il garde ses zéros et n’est jamais additionné.',
  },
  reload: { en: 'Reload', fr: 'Recharger' },
  publishIt: { en: 'Publish', fr: 'Publier' },
  otherFile: { en: 'Upload another file', fr: 'Envoyer un autre fichier' },
  discardDraft: { en: 'Discard this version', fr: 'Abandonner cette version' },
  discardDataset: { en: 'Discard', fr: 'Abandonner' },
  file: { en: 'File', fr: 'Fichier' },
  fields: { en: 'Columns', fr: 'Colonnes' },
  firstLines: { en: 'First rows', fr: 'Premières lignes' },
} as const
