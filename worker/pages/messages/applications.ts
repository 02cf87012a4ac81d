/** Applications, which pages call visualizations. */
export const applications = {
  applicationsSummary: {
    en: 'Charts, maps and other visualizations of the datasets published here.',
    fr: 'Graphiques, cartes et autres visualisations des jeux de données publiés ici.',
  },
  searchApplicationsPlaceholder: {
    en: 'A topic, a place, an organization…',
    fr: 'Un thème, un lieu, une organisation…',
  },
  searchApplicationsLabel: { en: 'Search the visualizations', fr: 'Rechercher dans les visualisations' },
  applicationCount: {
    en: '{count} visualization|{count} visualizations',
    fr: '{count} visualisation|{count} visualisations',
  },
  applicationUpdatedAgo: { en: 'updated {ago}', fr: 'mise à jour {ago}' },
  'application:created': { en: 'not configured', fr: 'à configurer' },
  'application:configured-draft': { en: 'draft in progress', fr: 'brouillon en cours' },
  noApplication: { en: 'No visualizations yet', fr: 'Aucune visualisation pour l’instant' },
  noApplicationHelp: {
    en: 'A visualization shows the data of a dataset as a chart, a map or a list, on its own page and on other websites.',
    fr: 'Une visualisation présente les données d’un jeu de données en graphique, en carte ou en liste, sur sa page et sur d’autres sites.',
  },
  createApplication: { en: 'Create a visualization', fr: 'Créer une visualisation' },
  configure: { en: 'Configure', fr: 'Configurer' },
  capture: { en: 'Image or PDF', fr: 'Image ou PDF' },
  captureWidth: { en: 'Width (pixels)', fr: 'Largeur (pixels)' },
  captureHeight: { en: 'Height (pixels)', fr: 'Hauteur (pixels)' },
  captureImage: { en: 'Download the image', fr: 'Télécharger l’image' },
  printLandscape: { en: 'Landscape', fr: 'Format paysage' },
  printPdf: { en: 'Download the PDF', fr: 'Télécharger le PDF' },
  applicationAlone: { en: 'Full page', fr: 'Pleine page' },
  applicationEmbed: { en: 'Embed code for another website', fr: 'Code à intégrer dans un autre site' },
  applicationPublished: { en: 'Published.', fr: 'Publiée.' },
  'seenBy:public': { en: 'Everyone can see this visualization.', fr: 'Tout le monde peut voir cette visualisation.' },
  'seenBy:members': {
    en: 'Only members of {organization} see this visualization.',
    fr: 'Seuls les membres de {organization} voient cette visualisation.',
  },
  'seenBy:protected': {
    en: 'Only the administrators and contributors of {organization}, and people with permission, see this visualization.',
    fr: 'Seuls les administrateurs et contributeurs de {organization} et les personnes autorisées voient cette visualisation.',
  },
  seenByUser: {
    en: 'Only you and people with permission see this visualization.',
    fr: 'Seuls vous et les personnes autorisées voyez cette visualisation.',
  },
  dataIsPublic: { en: 'Its data is public.', fr: 'Ses données sont publiques.' },
  visibleAsData: {
    en: 'Visible to everyone if its data is public',
    fr: 'Visible par tous si ses données sont publiques',
  },
  applicationDataPrivate: {
    en: 'Visitors cannot see this visualization: its data is not public.',
    fr: 'Les visiteurs ne peuvent pas voir cette visualisation : ses données ne sont pas publiques.',
  },
  accessOf: { en: 'Access to {title}', fr: 'Accès à {title}' },
  noApplicationDescription: {
    en: 'This visualization has no description yet.',
    fr: 'Cette visualisation n’a pas encore de description.',
  },
  applicationDatasets: { en: 'Data', fr: 'Données' },
  applicationNotConfigured: {
    en: 'This visualization is not configured yet.',
    fr: 'Cette visualisation n’est pas encore configurée.',
  },
  applicationOnlyDraft: {
    en: 'This visualization has a draft, which is not published yet.',
    fr: 'Cette visualisation a un brouillon, qui n’est pas encore publié.',
  },
  applicationDraftWaits: {
    en: 'A draft is in progress: visitors see the published version.',
    fr: 'Un brouillon est en cours : les visiteurs voient la version publiée.',
  },
  applicationFailed: {
    en: 'The visualization reported an error with its configuration:',
    fr: 'La visualisation a signalé une erreur dans sa configuration :',
  },
  editApplication: { en: 'Edit the visualization', fr: 'Modifier la visualisation' },
  backToApplication: { en: 'View the visualization', fr: 'Voir la visualisation' },
  'applicationAccess:public': {
    en: 'Everyone can find and open this visualization, without an account. Its datasets keep their own access.',
    fr: 'Tout le monde peut trouver et ouvrir cette visualisation, sans compte. Ses jeux de données gardent leur propre accès.',
  },
  'applicationAccess:protected': {
    en: 'Only the owner and the people with permission.',
    fr: 'Seulement le propriétaire et les personnes autorisées.',
  },
  'applicationAccess:members': {
    en: 'All members of {organization} can find and open this visualization.',
    fr: 'Tous les membres de {organization} peuvent trouver et ouvrir cette visualisation.',
  },
  protectedLinks: { en: 'Protected links', fr: 'Liens protégés' },
  'protectedLinksHelp:dataset': {
    en: 'Anyone who has a protected link can read and download this dataset, without an account. Revoke the link to end that access.',
    fr: 'Toute personne qui a un lien protégé peut lire et télécharger ce jeu de données, sans compte. Révoquez le lien pour retirer cet accès.',
  },
  embedCodes: { en: 'Embed codes with this link', fr: 'Codes d’intégration avec ce lien' },
  openedByLink: {
    en: 'You read this dataset through a protected link. Anyone who has this link can read it too.',
    fr: 'Vous lisez ce jeu de données par un lien protégé. Toute personne qui a ce lien peut aussi le lire.',
  },
  'protectedLinksHelp:application': {
    en: 'Anyone who has a protected link can open this visualization and read its datasets, without an account. Revoke the link to end that access.',
    fr: 'Toute personne qui a un lien protégé peut ouvrir cette visualisation et lire ses jeux de données, sans compte. Révoquez le lien pour retirer cet accès.',
  },
  protectedLinkUntitled: { en: 'Untitled link', fr: 'Lien sans titre' },
  protectedLinkTitle: { en: 'Who the link is for', fr: 'À qui le lien est destiné' },
  protectedLinkHint: { en: 'Partners, press…', fr: 'Partenaires, presse…' },
  createProtectedLink: { en: 'Create a protected link', fr: 'Créer un lien protégé' },
  deleteApplication: { en: 'Delete the visualization', fr: 'Supprimer la visualisation' },
  revokeLinkConfirm: {
    en: 'The link “{title}” stops working for everybody who has it. It cannot be restored.',
    fr: 'Le lien « {title} » ne fonctionnera plus pour les personnes qui l’ont. Il ne pourra pas être rétabli.',
  },
  deleteApplicationHelp: {
    en: 'The visualization, its configuration and its links are deleted immediately and permanently. Its datasets are not.',
    fr: 'La visualisation, sa configuration et ses liens sont supprimés immédiatement et définitivement. Ses jeux de données restent.',
  },
  deleteApplicationRestorableHelp: {
    en: 'The visualization, its configuration and its links can be restored until {date}. Its datasets are not deleted.',
    fr: 'La visualisation, sa configuration et ses liens peuvent être restaurés jusqu’au {date}. Ses jeux de données restent.',
  },
  deleteApplicationConfirm: {
    en: 'This cannot be undone. Type the title of the visualization to confirm: “{title}”.',
    fr: 'Cette action est irréversible. Tapez le titre de la visualisation pour confirmer : « {title} ».',
  },
  applicationsOfDataset: { en: 'Visualizations', fr: 'Visualisations' },
  galleryOfDataset: {
    en: 'Choose how to show this dataset. Everything can be changed before you publish.',
    fr: 'Choisissez comment présenter ce jeu de données. Tout peut être modifié avant la publication.',
  },
  galleryHelp: {
    en: 'Choose a type of visualization. You will choose its data next.',
    fr: 'Choisissez un type de visualisation. Vous choisirez ensuite ses données.',
  },
  galleryEmpty: {
    en: 'No type of visualization is available. Administrators of the service can add some.',
    fr: 'Aucun type de visualisation n’est disponible. Les administrateurs du service peuvent en ajouter.',
  },
  galleryOthers: { en: 'Not suitable for this dataset', fr: 'Ne conviennent pas à ce jeu de données' },
  galleryWithoutData: { en: 'Not suitable for your datasets', fr: 'Ne conviennent pas à vos jeux de données' },
  chooseBase: { en: 'Choose', fr: 'Choisir' },
  configurationForm: { en: 'Configuration', fr: 'Configuration' },
  preview: { en: 'Preview', fr: 'Aperçu' },
  shownPart: { en: 'Part of the page', fr: 'Partie de la page' },
  publishDraft: { en: 'Publish', fr: 'Publier' },
  discardApplicationDraft: { en: 'Discard draft', fr: 'Abandonner le brouillon' },
  discardHelp: {
    en: 'The changes since the published version are lost. Visitors see no difference.',
    fr: 'Les modifications depuis la version publiée sont perdues. Rien ne change pour les visiteurs.',
  },
  discardAllHelp: {
    en: 'The form will be empty again. Nothing has been published yet.',
    fr: 'Le formulaire redevient vide. Rien n’a encore été publié.',
  },
  versionOfApplication: { en: 'Version of the application', fr: 'Version de l’application' },
  versionNumber: { en: 'Version {version}', fr: 'Version {version}' },
  versionPublished: { en: 'published', fr: 'publiée' },
  versionAvailable: {
    en: 'Version {version} of the application is available. You can try it in a draft.',
    fr: 'La version {version} de l’application est disponible. Vous pouvez l’essayer dans un brouillon.',
  },
  draftUnchanged: { en: 'Published version', fr: 'Version publiée' },
  draftSaving: { en: 'Saving…', fr: 'Enregistrement…' },
  draftSaved: { en: 'Draft saved', fr: 'Brouillon enregistré' },
  draftFailedToSave: {
    en: 'Not saved: no connection. Trying again…',
    fr: 'Non enregistré : pas de connexion. Nouvel essai…',
  },
  draftRefused: { en: 'Not saved', fr: 'Non enregistré' },
  configurationInvalid: {
    en: 'Some fields are missing or incorrect. Correct them to publish.',
    fr: 'Des champs manquent ou sont incorrects. Corrigez-les pour publier.',
  },
  configurationIncomplete: { en: 'Choose {missing} first.', fr: 'Choisissez d’abord {missing}.' },
  applicationReports: { en: 'The visualization reports:', fr: 'La visualisation signale :' },
  loading: { en: 'Loading…', fr: 'Chargement…' },
  needsScript: {
    en: 'The configuration form needs JavaScript, which is disabled in this browser.',
    fr: 'Le formulaire de configuration a besoin de JavaScript, qui est désactivé dans ce navigateur.',
  },
} as const
