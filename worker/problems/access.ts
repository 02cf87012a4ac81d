import type { ProblemText } from './text'

/** The resource does not exist, or the caller has no permission. */
export const accessProblems = {
  'dataset-not-found': { status: 404, en: 'Dataset not found.', fr: 'Dataset not found. Jeu de données introuvable.' },
  'deleted-dataset-not-found': {
    status: 404,
    en: 'There is no deleted dataset with this id that you can restore. It may be restored already, or its time has passed.',
    fr: "Aucun jeu de données supprimé avec cet identifiant ne peut être restauré par vous. Il l'est peut-être déjà, ou son délai est passé.",
  },
  'route-not-found': {
    status: 404,
    en: 'unknown api endpoint. There is no route at {path}. The API is described at /api/v1/api-docs.json.',
    fr: "unknown api endpoint. Aucune ressource à l'adresse {path}. L'API est décrite à /api/v1/api-docs.json.",
  },
  'file-not-found': {
    status: 404,
    en: 'file not found: there is no file with this name.',
    fr: "file not found : il n'y a pas de fichier de ce nom.",
  },
  'original-file-restricted': {
    status: 403,
    en: 'The original file has columns or rows that are not published: only people who may edit the dataset can download it. The rows are at "/lines" and "/full".',
    fr: 'Le fichier d’origine contient des colonnes ou des lignes qui ne sont pas publiées : seules les personnes qui peuvent modifier le jeu de données peuvent le télécharger. Les lignes sont à "/lines" et "/full".',
  },
  'data-file-missing': {
    status: 404,
    en: 'This dataset has no data file.',
    fr: 'Ce jeu de données ne contient pas de fichier de données',
  },
  'diagnostic-missing': {
    status: 404,
    en: 'There is no diagnostic file: the last import rejected no row.',
    fr: 'Aucun fichier de diagnostic disponible',
  },
  'credentials-wrong': {
    status: 401,
    en: 'The e-mail address or the password is wrong. Try again.',
    fr: "L'adresse e-mail ou le mot de passe est incorrect. Recommencez.",
  },
  'account-blocked': {
    status: 403,
    en: 'This account is blocked. Ask the administrators of the service.',
    fr: 'Ce compte est bloqué. Adressez-vous aux administrateurs du service.',
  },
  'sign-in-throttled': {
    status: 429,
    en: 'Too many attempts to sign in. Try again in a quarter of an hour.',
    fr: "Trop d'essais de connexion. Recommencez dans un quart d'heure.",
  },
  'attempts-too-many': {
    status: 429,
    en: 'Too many attempts. Try again in {seconds} seconds.',
    fr: 'Trop de tentatives. Réessayez dans {seconds} secondes.',
  },
  'mailed-link-invalid': {
    status: 410,
    en: 'This link has already been used or has expired. Ask for a new one.',
    fr: 'Ce lien a déjà été utilisé ou a expiré. Demandez-en un nouveau.',
  },
  'email-change-missing': {
    status: 404,
    en: 'No change of your e-mail address is pending: it was confirmed or cancelled, or its link has expired. Ask for it again.',
    fr: "Aucun changement de votre adresse e-mail n'est en attente : il a été confirmé ou annulé, ou son lien a expiré. Demandez-le à nouveau.",
  },
  'mailed-link-of-another': {
    status: 403,
    en: 'This link is for another account. Sign in with that one; if you have none, ignore the message.',
    fr: "Ce lien concerne un autre compte. Connectez-vous avec celui-ci ; si vous n'en avez pas, ignorez le message.",
  },
  'password-wrong': {
    status: 403,
    en: 'The password is wrong. Try again.',
    fr: 'Le mot de passe est incorrect. Recommencez.',
  },
  'code-wrong': {
    status: 403,
    en: 'The code is wrong, or was used already. Wait for the next one and try again.',
    fr: 'Le code est incorrect, ou a déjà été utilisé. Attendez le suivant et recommencez.',
  },
  'second-factor-required': {
    status: 403,
    en: 'This account has two-factor authentication: sign in at /sign-in first. Programs use an API key.',
    fr: "Ce compte a une authentification à deux facteurs : connectez-vous d'abord à l'adresse /sign-in. Les programmes utilisent une clé d'API.",
  },
  'sign-in-again': {
    status: 403,
    en: 'Sign out, sign in again, and repeat this within {minutes} minutes.',
    fr: 'Déconnectez-vous, reconnectez-vous, et recommencez dans les {minutes} minutes.',
  },
  'passkey-not-found': {
    status: 404,
    en: 'This passkey has already been removed.',
    fr: "Cette clé d'accès est déjà retirée.",
  },
  'session-not-found': {
    status: 404,
    en: 'This session has already ended.',
    fr: 'Cette session est déjà fermée.',
  },
  'permission-missing': {
    status: 403,
    en: 'You do not have permission for the operation "{operation}" of the class "{class}". Ask the owner for access.',
    fr: 'Permission manquante pour l\'opération "{operation}" ou la catégorie "{class}".',
  },
  'draft-mode-refused': {
    status: 403,
    en: 'draft mode "always" is not permitted: the file may change the columns, for which you do not have the permission "writeDescriptionBreaking". Send it with draft=true: it is published if its columns are the same.',
    fr: 'draft mode "always" is not permitted : le fichier peut changer les colonnes, et vous n\'avez pas la permission "writeDescriptionBreaking". Envoyez-le avec draft=true : il sera publié si ses colonnes sont les mêmes.',
  },
  'dataset-private': {
    status: 403,
    en: 'This dataset is not public. Sign in, or send in the x-apiKey header an API key of an account that has access.',
    fr: "Le jeu de données n'est pas accessible publiquement. Veuillez vous connecter.",
  },
  'dataset-restricted': {
    status: 403,
    en: 'This dataset is restricted to the users allowed by its owner. Ask the owner for access.',
    fr: 'Le jeu de données est accessible uniquement aux utilisateurs autorisés par le propriétaire. Demandez-lui un accès.',
  },
  'dataset-other-account': {
    status: 403,
    en: 'You have access to this dataset as a member of {account}. Switch to that account.',
    fr: 'Le jeu de données vous est accessible en tant que membre de {account}. Basculez vers ce compte.',
  },
  'session-required': {
    status: 401,
    en: 'Sign in: this operation does not accept API keys.',
    fr: "Connectez-vous : une clé d'API ne suffit pas ici.",
  },
  'session-invalid': {
    status: 401,
    en: 'Your session is invalid or has expired. Sign in again.',
    fr: "Votre session n'est pas valide ou a expiré. Reconnectez-vous.",
  },
  'account-refused': {
    status: 403,
    en: 'Forbidden: switch to this account, with a role that allows this operation.',
    fr: 'Forbidden : basculez vers ce compte, avec un rôle qui permet cette opération.',
  },
  'super-admin-only': {
    status: 403,
    en: 'super admin only: turn on super-administrator mode first.',
    fr: "super admin only : activez d'abord le mode super-administrateur.",
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
    en: 'Wrong consumer type: use user or organization.',
    fr: 'Wrong consumer type : utilisez user ou organization.',
  },
  'key-field-refused': {
    status: 403,
    en: 'The property "{field}" of an API key cannot be set.',
    fr: 'La propriété "{field}" d\'une clé d\'API ne peut pas être définie.',
  },
  'organization-not-found': { status: 404, en: 'Organization not found.', fr: 'Organisation introuvable.' },
  'user-not-found': { status: 404, en: 'User not found.', fr: 'Utilisateur introuvable.' },
  'member-not-found': {
    status: 404,
    en: 'Member not found in this organization.',
    fr: 'Membre introuvable dans cette organisation.',
  },
  'invitation-not-found': {
    status: 404,
    en: 'This invitation does not exist or has expired. Ask for a new one.',
    fr: "Cette invitation n'existe pas ou a expiré. Demandez-en une nouvelle.",
  },
  'invitation-of-another': {
    status: 403,
    en: 'This invitation is for {email}. Sign in with that e-mail address.',
    fr: 'Cette invitation est pour {email}. Connectez-vous avec cette adresse e-mail.',
  },
  'email-unverified': {
    status: 403,
    en: 'Confirm the address {email} first: open the link of the message that was sent to it, or have another one sent from your profile.',
    fr: "Confirmez d'abord l'adresse {email} : ouvrez le lien du message qui lui a été envoyé, ou faites-en envoyer un autre depuis votre profil.",
  },
  'callback-used': {
    status: 404,
    en: 'This sign-in link has already been used or has expired. Sign in again.',
    fr: 'Ce lien de connexion a déjà été utilisé ou a expiré. Reconnectez-vous.',
  },
  'callback-elsewhere': {
    status: 403,
    en: 'This sign-in was started in another browser and can only be completed there. Sign in again here.',
    fr: 'Cette connexion a commencé dans un autre navigateur et ne peut être terminée que là. Reconnectez-vous ici.',
  },
  'session-reads-only': {
    status: 403,
    en: 'pseudo session only allows GET requests',
    fr: 'pseudo session only allows GET requests (session de consultation).',
  },
  'key-not-found': {
    status: 404,
    en: 'API key not found in this account.',
    fr: "Clé d'API introuvable dans ce compte.",
  },
  'read-key-not-found': {
    status: 404,
    en: 'This dataset has no read key. Enable it with PATCH and "readApiKey".',
    fr: 'Ce jeu de données n\'a pas de clé de lecture. Activez-la par PATCH avec "readApiKey".',
  },
  'dataset-links-exceeded': {
    status: 409,
    en: 'A dataset has {max} protected links at most. Revoke those that are no longer used.',
    fr: 'Un jeu de données a {max} liens protégés au plus. Révoquez ceux qui ne servent plus.',
  },
  'dataset-link-not-found': {
    status: 404,
    en: 'There is no such protected link: it has been revoked already.',
    fr: "Ce lien protégé n'existe pas : il a déjà été révoqué.",
  },
  'sign-in-required': {
    status: 401,
    en: 'Sign in, or send an API key in the x-apiKey header.',
    fr: "Connectez-vous, ou envoyez une clé d'API dans l'en-tête x-apiKey.",
  },
  'key-unknown': {
    status: 401,
    en: 'Unknown API key. Check the x-apiKey header.',
    fr: "Cette clé d'API est inconnue.",
  },
  'key-expired': {
    status: 403,
    en: 'This API key has expired. Create a new one in the settings of the account.',
    fr: "Cette clé d'API est expirée.",
  },
  'key-scope-missing': {
    status: 403,
    en: 'This API key does not have the required scope (expected={expected} - received={received}).',
    fr: "Cette clé d'API n'a pas la portée nécessaire (attendu={expected} - reçu={received}).",
  },
  'key-account-refused': {
    status: 403,
    en: 'This API key cannot act for another account: remove x-account, or use a key of that account.',
    fr: "Cette clé d'API ne supporte pas de spécifier le compte à incarner",
  },
  'origin-refused': {
    status: 403,
    en: 'Requests from pages of another site cannot write with your session. Use an API key.',
    fr: "Une page d'un autre site ne peut pas écrire ici avec votre session. Utilisez une clé d'API.",
  },
  'key-origin-refused': {
    status: 405,
    en: 'Requests from pages of another site cannot write through an application link.',
    fr: "Une page d'un autre site ne peut pas écrire ici par le lien d'une application.",
  },
  'anonymous-token-missing': {
    status: 401,
    en: 'An anonymous action token is required: get one from /simple-directory/api/auth/anonymous-action and send it in the x-anonymousToken header.',
    fr: "Un jeton d'action anonyme est requis.",
  },
  'anonymous-token-invalid': {
    status: 401,
    en: 'Invalid token: get a new one from /simple-directory/api/auth/anonymous-action.',
    fr: 'Invalid token : demandez un nouveau jeton à /simple-directory/api/auth/anonymous-action.',
  },
  'owner-refused': {
    status: 403,
    en: 'You do not have permission to create datasets or applications for this owner.',
    fr: "Vous n'avez pas la permission d'effectuer cette opération.",
  },
  'publication-site-not-found': {
    status: 404,
    en: 'unknown publication site: the owner has no site "{site}".',
    fr: 'unknown publication site : le propriétaire n\'a pas de site de publication "{site}".',
  },
  'publication-site-unknown': {
    status: 404,
    en: 'publication site unknown: no site has the domain {domain}. Use the main address of the service.',
    fr: "publication site unknown : aucun site n'a le domaine {domain}. Utilisez l'adresse principale du service.",
  },
  'publication-site-refused': {
    status: 403,
    en: 'The department {department} cannot publish on {site}. Ask an administrator of the organization to publish it.',
    fr: "La direction {department} ne peut pas publier sur {site}. Demandez la publication à un administrateur de l'organisation.",
  },
  'webhook-not-found': {
    status: 404,
    en: 'Webhook not found in this account.',
    fr: 'Webhook introuvable dans ce compte.',
  },
  'setup-done': {
    status: 409,
    en: 'This instance already has an administrator.',
    fr: 'Cette instance a déjà un administrateur.',
  },
} as const satisfies Record<string, ProblemText>
