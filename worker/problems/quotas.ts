import type { ProblemText } from './text'

/** An account or a caller has used what it may (contract editable-accounts D). */
export const quotaProblems = {
  'quota-datasets': {
    status: 429,
    en: 'This account has the {limit} datasets that it may have. Delete one, or ask for a higher limit.',
    fr: 'Vous avez atteint votre nombre maximal de jeux de données autorisés. (limite : {limit})',
  },
  'quota-storage': {
    status: 429,
    en: 'This account has reached the {limit} bytes that it may store. Delete data, or ask for a higher limit.',
    fr: 'Vous avez atteint la limite de votre espace de stockage. (limite : {limit} octets)',
  },
  'dataset-full': {
    status: 413,
    en: 'The lines of this dataset may take {max} bytes with their revisions and files, and would take more. Delete some, or use another dataset.',
    fr: 'Vous avez atteint la limite de votre espace de stockage pour ce jeu de données. (limite : {max} octets)',
  },
  'quota-indexed': {
    status: 429,
    en: 'This account has reached the {limit} bytes of indexed data that it may have. Delete data, or ask for a higher limit.',
    fr: 'Vous avez atteint la limite de votre espace de données indexées. (limite : {limit} octets)',
  },
  'rate-exceeded': {
    status: 429,
    en: 'Too much requests in a small time interval for this API. Ask again in {seconds} seconds.',
    fr: 'Trop de traffic dans un interval restreint sur cette API. Réessayez dans {seconds} secondes.',
  },
  'query-time-exceeded': {
    status: 429,
    en: 'The time that your queries take exceeds the budget of this API. Ask again in {seconds} seconds. {advice}',
    fr: 'Le temps de traitement cumulé de vos requêtes dépasse le budget alloué sur cette API. Réessayez dans {seconds} secondes. {advice}',
  },
  'bandwidth-exceeded': {
    status: 429,
    en: 'Too many answers are on their way to you. Read them, and ask again in {seconds} seconds.',
    fr: "Trop de réponses sont en cours d'envoi vers vous. Lisez-les, et réessayez dans {seconds} secondes.",
  },
  'anonymous-token-young': {
    status: 429,
    en: 'This was sent too fast for a person. Send it again in {seconds} seconds.',
    fr: 'Cet envoi est trop rapide pour une personne, et ressemble à un spam. Recommencez dans {seconds} secondes.',
  },
  'anonymous-writes-exceeded': {
    status: 429,
    en: 'You have just sent something. Send the next in {seconds} seconds.',
    fr: "Vous venez d'envoyer quelque chose. Recommencez dans {seconds} secondes.",
  },
  'organizations-too-many': {
    status: 429,
    en: 'You already administer {max} organizations, the most that one user may make.',
    fr: 'Vous administrez déjà {max} organisations, le maximum par utilisateur.',
  },
} as const satisfies Record<string, ProblemText>
