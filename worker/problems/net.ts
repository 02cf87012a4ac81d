import type { ProblemText } from './text'

/** Outgoing requests. */
export const netProblems = {
  'address-refused': {
    status: 400,
    en: 'The address {host} cannot be called: {reason}.',
    fr: "L'adresse {host} ne peut pas être appelée : {reason}.",
  },
  'upstream-failed': {
    status: 502,
    en: '{host} did not respond as expected: {reason}.',
    fr: "{host} n'a pas répondu comme prévu : {reason}.",
  },
  'upstream-busy': {
    status: 503,
    en: 'Too many requests are waiting for {host}. Retry in {seconds} seconds.',
    fr: 'Trop de requêtes attendent {host}. Réessayez dans {seconds} secondes.',
  },
  'remote-file-failed': {
    status: 502,
    en: 'The file could not be downloaded: {reason}.',
    fr: 'Échec de téléchargement du fichier : {reason}.',
  },
} as const satisfies Record<string, ProblemText>
