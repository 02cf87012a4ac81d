import type { ProblemText } from './text'

/** Collectors, their plugins and their runs. */
export const collectorProblems = {
  'collector-changed': {
    status: 409,
    en: 'The settings of this collector have changed since this page was opened, perhaps by a run. Nothing was saved: check the dataset to update below, then save again.',
    fr: 'Les paramètres de ce collecteur ont changé depuis l’ouverture de cette page, peut-être par une exécution. Rien n’est enregistré : vérifiez ci-dessous le jeu de données à mettre à jour, puis enregistrez à nouveau.',
  },
  'collector-not-found': { status: 404, en: 'Collector not found.', fr: 'Collecteur introuvable.' },
  'collector-run-not-found': { status: 404, en: 'Run not found.', fr: 'Exécution introuvable.' },
  'collector-refused': {
    status: 403,
    en: 'You may not do this with this collector: it takes the permission "{profile}". Ask an administrator of its account.',
    fr: 'Vous ne pouvez pas faire cela avec ce collecteur : il faut la permission "{profile}". Demandez-la à un administrateur de son compte.',
  },
  'remote-file-secured': {
    status: 403,
    en: 'The file is read with credentials, which open other files of its server too. Ask an administrator of the account to change its URL.',
    fr: "Le fichier est lu avec des identifiants, qui ouvrent aussi d'autres fichiers de son serveur. Demandez à un administrateur du compte de changer son URL.",
  },
  'collector-creation-refused': {
    status: 403,
    en: 'No permission to create a processing: only administrators of an account create its collectors.',
    fr: 'No permission to create a processing : seuls les administrateurs du compte créent ses collecteurs.',
  },
  'collector-plugin-unknown': {
    status: 400,
    en: 'The plugin "{plugin}" is not installed. Installed plugins: {plugins}.',
    fr: 'Le plugin "{plugin}" n\'est pas installé. Plugins installés : {plugins}.',
  },
  'collector-config-invalid': {
    status: 400,
    en: 'The configuration is not valid: {reason}',
    fr: "La configuration n'est pas valide : {reason}",
  },
  'collector-schedule-invalid': {
    status: 400,
    en: 'The rule "{rule}" of the schedule is not valid: {reason}',
    fr: 'La règle "{rule}" de la planification n\'est pas valide : {reason}',
  },
  'collector-secrets-unavailable': {
    status: 400,
    en: 'Secrets cannot be stored: the operator of the service must set AUTH_SECRET.',
    fr: "Les secrets ne peuvent pas être enregistrés : l'exploitant du service doit définir AUTH_SECRET.",
  },
  'collector-secret-unreadable': {
    status: 400,
    en: 'The secret "{name}" cannot be decrypted any more, since AUTH_SECRET has changed. Enter it again.',
    fr: 'Le secret "{name}" n\'est plus déchiffrable, car AUTH_SECRET a changé. Saisissez-le à nouveau.',
  },
  'collector-inactive': {
    status: 409,
    en: 'The collector is not active. Activate it first.',
    fr: "Le collecteur n'est pas actif. Activez-le d'abord.",
  },
  'collector-running': {
    status: 400,
    en: 'A run is already in progress. Wait for its end, or stop it.',
    fr: 'une exécution est déjà en cours. Attendez sa fin, ou arrêtez-la.',
  },
  'collector-run-ended': {
    status: 409,
    en: 'This run has already ended.',
    fr: 'Cette exécution est déjà terminée.',
  },
  'collector-key-refused': {
    status: 403,
    en: 'Wrong trigger key.',
    fr: 'Mauvaise clé de déclenchement.',
  },
  'collector-time-used': {
    status: 429,
    en: 'The collectors of this account have used their {limit} minutes of this month.',
    fr: 'Les collecteurs de ce compte ont utilisé leurs {limit} minutes de ce mois.',
  },
  'collector-interrupted': {
    status: 500,
    en: 'The run was interrupted {times} times at the same point, by a restart of the service or by its own use of memory or processor. The dataset has its previous data. Run it again; if it happens again, collect less at a time.',
    fr: "L'exécution a été interrompue {times} fois au même point, par un redémarrage du service ou par sa propre consommation de mémoire ou de processeur. Le jeu de données a ses données précédentes. Relancez-la ; si cela se reproduit, collectez moins à la fois.",
  },
  'collector-too-long': {
    status: 500,
    en: 'The plugin neither ended nor reached a checkpoint within {minutes} minutes. The run was stopped.',
    fr: "Le plugin ne s'est pas terminé et n'a pas atteint de point de reprise en {minutes} minutes. L'exécution a été arrêtée.",
  },
  'collector-result-invalid': {
    status: 500,
    en: 'The plugin "{plugin}" returned something else than expected: {reason}.',
    fr: 'Le plugin "{plugin}" a renvoyé autre chose que prévu : {reason}.',
  },
  'collector-data-invalid': {
    status: 422,
    en: 'The source could not be read: {reason}.',
    fr: "La source n'a pas pu être lue : {reason}.",
  },
  'collector-dataset-missing': {
    status: 400,
    en: 'Choose the dataset to update in the configuration.',
    fr: 'Choisissez dans la configuration le jeu de données à mettre à jour.',
  },
  'collector-lines-refused': {
    status: 422,
    en: 'A row was refused: row {line}, {reason}|{count} rows were refused. The first: row {line}, {reason}',
    fr: 'Une ligne a été refusée : ligne {line}, {reason}|{count} lignes ont été refusées. La première : ligne {line}, {reason}',
  },
  'collector-dataset-error': {
    status: 422,
    en: 'The data was stored, but its processing failed: {reason}',
    fr: 'Les données ont été enregistrées, mais leur traitement a échoué : {reason}',
  },
  'collector-of-dataset': {
    status: 409,
    en: 'This collector reads the remote file of the dataset {dataset}: it keeps its plugin, its dataset and its owner.',
    fr: 'Ce collecteur lit le fichier distant du jeu de données {dataset} : il garde son plugin, son jeu de données et son propriétaire.',
  },
  'collector-preview-unsupported': {
    status: 501,
    en: 'The plugin "{plugin}" has no preview.',
    fr: 'Le plugin "{plugin}" n\'a pas d\'aperçu.',
  },
  'collector-unsupported-part': {
    status: 400,
    en: 'Unsupported patch part {name}',
    fr: 'Unsupported patch part {name} : cette propriété ne peut pas être modifiée.',
  },
  'message-not-stored': {
    status: 503,
    en: 'The message was not stored: {reason} Send it again.',
    fr: "Le message n'a pas été enregistré : {reason} Envoyez-le de nouveau.",
  },
  'message-refused': {
    status: 400,
    en: 'No row of the message was stored: {reason}',
    fr: "Aucune ligne du message n'a été enregistrée : {reason}",
  },
  'collector-receives-nothing': {
    status: 400,
    en: 'The plugin "{plugin}" of this collector receives no messages. Use a collector with the plugin webhook.',
    fr: 'Le plugin "{plugin}" de ce collecteur ne reçoit pas de messages. Utilisez un collecteur avec le plugin webhook.',
  },
} as const satisfies Record<string, ProblemText>
