import type { ProblemText } from './text'

/** Quotas of accounts, and rate limits of callers. */
export const quotaProblems = {
  'quota-datasets': {
    status: 429,
    en: 'This account has reached its limit of {limit} datasets. Delete some, or ask for a higher limit.',
    fr: 'Vous avez atteint votre nombre maximal de jeux de données autorisés. (limite : {limit})',
  },
  'quota-storage': {
    status: 429,
    en: 'This account has reached its storage limit of {limit} bytes. Delete data, or ask for a higher limit.',
    fr: 'Vous avez atteint la limite de votre espace de stockage. (limite : {limit} octets)',
  },
  'dataset-full': {
    status: 413,
    en: 'This dataset has reached its storage limit of {max} bytes, including revisions and files. Delete some rows, or use another dataset.',
    fr: 'Vous avez atteint la limite de votre espace de stockage pour ce jeu de données. (limite : {max} octets)',
  },
  'quota-indexed': {
    status: 429,
    en: 'This account has reached its limit of {limit} bytes of indexed data. Delete data, or ask for a higher limit.',
    fr: 'Vous avez atteint la limite de votre espace de données indexées. (limite : {limit} octets)',
  },
  'rate-exceeded': {
    status: 429,
    en: 'Too much requests in a small time interval for this API. Retry in {seconds} seconds.',
    fr: 'Trop de traffic dans un interval restreint sur cette API. Réessayez dans {seconds} secondes.',
  },
  'query-time-exceeded': {
    status: 429,
    en: 'The processing time of your queries exceeds the budget of this API. Retry in {seconds} seconds. {advice}',
    fr: 'Le temps de traitement cumulé de vos requêtes dépasse le budget alloué sur cette API. Réessayez dans {seconds} secondes. {advice}',
  },
  'bandwidth-exceeded': {
    status: 429,
    en: 'Too many downloads are in progress. Wait until one of them ends, then retry in {seconds} seconds.',
    fr: "Trop de téléchargements sont en cours. Attendez que l'un d'eux se termine, puis réessayez dans {seconds} secondes.",
  },
  'anonymous-token-young': {
    status: 429,
    en: 'This form was sent too quickly and looks like spam. Retry in {seconds} seconds.',
    fr: 'Cet envoi est trop rapide pour une personne, et ressemble à un spam. Recommencez dans {seconds} secondes.',
  },
  'anonymous-writes-exceeded': {
    status: 429,
    en: 'Too many submissions. Retry in {seconds} seconds.',
    fr: "Trop d'envois. Réessayez dans {seconds} secondes.",
  },
  'organizations-too-many': {
    status: 429,
    en: 'You already administer {max} organizations, the maximum for one user.',
    fr: 'Vous administrez déjà {max} organisations, le maximum par utilisateur.',
  },
} as const satisfies Record<string, ProblemText>
