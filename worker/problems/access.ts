import type { ProblemText } from './text'

/** What was asked does not exist or is not allowed. */
export const accessProblems = {
  'dataset-not-found': { status: 404, en: 'Dataset not found.', fr: 'Jeu de données introuvable.' },
  'route-not-found': {
    status: 404,
    en: 'Nothing lives at {path}. The API is described at /api/v1/api-docs.json.',
    fr: "Il n'y a rien à l'adresse {path}. L'API est décrite à /api/v1/api-docs.json.",
  },
  'file-not-found': {
    status: 404,
    en: 'file not found: this dataset has no file of that name.',
    fr: "file not found : ce jeu de données n'a pas de fichier de ce nom.",
  },
  'data-file-missing': {
    status: 404,
    en: 'This dataset has no data file.',
    fr: 'Ce jeu de données ne contient pas de fichier de données',
  },
  'diagnostic-missing': {
    status: 404,
    en: 'There is no diagnostic: no line of the last file was refused.',
    fr: 'Aucun fichier de diagnostic disponible',
  },
  'permission-missing': {
    status: 403,
    en: 'Permission missing for the operation "{operation}" or the class "{class}".',
    fr: 'Permission manquante pour l\'opération "{operation}" ou la catégorie "{class}".',
  },
  'dataset-private': {
    status: 403,
    en: 'This dataset is not public. Sign in, or send an API key of an account that may read it in the x-apiKey header.',
    fr: "Le jeu de données n'est pas accessible publiquement. Veuillez vous connecter.",
  },
  'dataset-restricted': {
    status: 403,
    en: 'This dataset is open to those whom its owner has allowed only. Ask the owner for access.',
    fr: 'Le jeu de données est accessible uniquement aux utilisateurs autorisés par le propriétaire. Demandez-lui un accès.',
  },
  'dataset-other-account': {
    status: 403,
    en: 'This dataset is open to you as a member of {account}. Switch to that account.',
    fr: 'Le jeu de données vous est accessible en tant que membre de {account}. Basculez vers ce compte.',
  },
  'session-required': {
    status: 401,
    en: 'Sign in first: an API key is not enough here.',
    fr: "Connectez-vous : une clé d'API ne suffit pas ici.",
  },
  'session-invalid': {
    status: 401,
    en: 'Your session is not valid or has expired. Sign in again.',
    fr: "Votre session n'est pas valide ou a expiré. Reconnectez-vous.",
  },
  'account-refused': {
    status: 403,
    en: 'Forbidden: switch to this account in a role that allows it.',
    fr: 'Forbidden : basculez vers ce compte, dans un rôle qui le permet.',
  },
  'super-admin-only': {
    status: 403,
    en: 'super admin only: turn the administration mode on first, if you may.',
    fr: "super admin only : activez d'abord le mode administration, si vous y avez droit.",
  },
  'service-key-refused': {
    status: 403,
    en: 'Bad secret in "key" parameter.',
    fr: 'Bad secret in "key" parameter : le secret du paramètre "key" est inconnu.',
  },
  'consumer-type-invalid': {
    status: 400,
    en: 'Invalid type, it must be one of the following : user, organization',
    fr: 'Invalid type, it must be one of the following : user, organization (type de compte inconnu).',
  },
  'consumer-type-unknown': {
    status: 400,
    en: 'Wrong consumer type: it is user or organization.',
    fr: 'Wrong consumer type : le type est user ou organization.',
  },
  'key-field-refused': {
    status: 403,
    en: 'The property "{field}" of an API key cannot be chosen.',
    fr: 'La propriété "{field}" d\'une clé d\'API ne peut pas être choisie.',
  },
  'organization-not-found': { status: 404, en: 'There is no such organization.', fr: 'Organisation introuvable.' },
  'member-not-found': {
    status: 404,
    en: 'This organization has no such member.',
    fr: "Cette organisation n'a pas ce membre.",
  },
  'invitation-not-found': {
    status: 404,
    en: 'This invitation does not exist, or is over. Ask for another.',
    fr: "Cette invitation n'existe pas ou n'est plus valable. Demandez-en une autre.",
  },
  'invitation-of-another': {
    status: 403,
    en: 'This invitation is for {email}: sign in with that address.',
    fr: 'Cette invitation est pour {email} : connectez-vous avec cette adresse.',
  },
  'callback-used': {
    status: 404,
    en: 'This address was used already, or is too old. Sign in again.',
    fr: 'Cette adresse a déjà servi, ou est trop ancienne. Reconnectez-vous.',
  },
  'callback-elsewhere': {
    status: 403,
    en: 'This sign-in was started elsewhere: only the browser that sent the password may complete it. Sign in here.',
    fr: 'Cette connexion a commencé ailleurs : seul le navigateur qui a envoyé le mot de passe peut la terminer. Connectez-vous ici.',
  },
  'session-reads-only': {
    status: 403,
    en: 'pseudo session only allows GET requests',
    fr: 'pseudo session only allows GET requests (session de consultation).',
  },
  'key-not-found': { status: 404, en: 'This account has no such API key.', fr: "Ce compte n'a pas cette clé d'API." },
  'read-key-not-found': {
    status: 404,
    en: 'This dataset has no read key. Activate it with PATCH and "readApiKey".',
    fr: 'Ce jeu de données n\'a pas de clé de lecture. Activez-la par PATCH avec "readApiKey".',
  },
  'sign-in-required': {
    status: 401,
    en: 'Sign in first, or send an API key in the x-apiKey header.',
    fr: "Connectez-vous, ou envoyez une clé d'API dans l'en-tête x-apiKey.",
  },
  'key-unknown': { status: 401, en: 'This API key is unknown.', fr: "Cette clé d'API est inconnue." },
  'key-expired': {
    status: 403,
    en: 'This API key has expired. Create another in the settings of the account.',
    fr: "Cette clé d'API est expirée.",
  },
  'key-scope-missing': {
    status: 403,
    en: 'This API key does not have the scope it needs here (expected={expected} - received={received}).',
    fr: "Cette clé d'API n'a pas la portée nécessaire (attendu={expected} - reçu={received}).",
  },
  'key-account-refused': {
    status: 403,
    en: 'This API key does not support naming an account to act for: leave x-account out, and use a key of that account.',
    fr: "Cette clé d'API ne supporte pas de spécifier le compte à incarner",
  },
  'origin-refused': {
    status: 403,
    en: 'A page of another site may not write here with your session. Use an API key.',
    fr: "Une page d'un autre site ne peut pas écrire ici avec votre session. Utilisez une clé d'API.",
  },
  'key-origin-refused': {
    status: 405,
    en: 'A page of another site may not write here through the link of an application.',
    fr: "Une page d'un autre site ne peut pas écrire ici par le lien d'une application.",
  },
  'anonymous-token-missing': {
    status: 401,
    en: 'An anonymous action token is required: read one at /simple-directory/api/auth/anonymous-action, and send it in the x-anonymousToken header.',
    fr: "Un jeton d'action anonyme est requis.",
  },
  'anonymous-token-invalid': {
    status: 401,
    en: 'Invalid token: read another at /simple-directory/api/auth/anonymous-action.',
    fr: 'Invalid token : demandez un autre jeton à /simple-directory/api/auth/anonymous-action.',
  },
  'owner-refused': {
    status: 403,
    en: 'You may not create datasets or applications for this owner.',
    fr: "Vous n'avez pas la permission d'effectuer cette opération.",
  },
  'publication-site-not-found': {
    status: 404,
    en: 'The owner has no publication site "{site}".',
    fr: 'Le propriétaire n\'a pas de site de publication "{site}".',
  },
  'publication-site-refused': {
    status: 403,
    en: 'The department {department} does not publish on {site}: ask an administrator of the organization to.',
    fr: "Le département {department} ne publie pas sur {site} : demandez-le à un administrateur de l'organisation.",
  },
  'webhook-not-found': { status: 404, en: 'This account has no such webhook.', fr: "Ce compte n'a pas ce webhook." },
  'setup-done': {
    status: 409,
    en: 'This instance already has an administrator.',
    fr: 'Cette instance a déjà un administrateur.',
  },
} as const satisfies Record<string, ProblemText>
