import type { ProblemText } from './text'

/** What the service asks of others. */
export const netProblems = {
  'address-refused': {
    status: 400,
    en: 'The address {host} may not be reached: {reason}.',
    fr: "L'adresse {host} ne peut pas être appelée : {reason}.",
  },
  'upstream-failed': {
    status: 502,
    en: '{host} does not answer as it should: {reason}.',
    fr: '{host} ne répond pas comme prévu : {reason}.',
  },
  'upstream-busy': {
    status: 503,
    en: 'Too many requests are waiting for {host}. Ask again in {seconds} seconds.',
    fr: 'Trop de requêtes attendent {host}. Réessayez dans {seconds} secondes.',
  },
  'remote-file-failed': {
    status: 502,
    en: 'The file could not be downloaded from where it is: {reason}.',
    fr: 'Échec de téléchargement du fichier : {reason}.',
  },
} as const satisfies Record<string, ProblemText>
