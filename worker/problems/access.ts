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
    en: 'This dataset has no such file.',
    fr: 'Ce jeu de données ne contient pas de fichier de données.',
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
  'origin-refused': {
    status: 403,
    en: 'A page of another site may not write here with your session. Use an API key.',
    fr: "Une page d'un autre site ne peut pas écrire ici avec votre session. Utilisez une clé d'API.",
  },
  'owner-refused': {
    status: 403,
    en: 'You may not create datasets for this owner.',
    fr: "Vous n'avez pas la permission d'effectuer cette opération.",
  },
  'setup-done': {
    status: 409,
    en: 'This instance already has an administrator.',
    fr: 'Cette instance a déjà un administrateur.',
  },
} as const satisfies Record<string, ProblemText>
