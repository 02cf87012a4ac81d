import type { ProblemText } from './text'

/** Ours. */
export const serviceProblems = {
  'not-implemented': { status: 501, en: '{what} is not available.', fr: "{what} n'est pas disponible." },
  'configuration-invalid': {
    status: 500,
    en: 'This instance is not configured correctly.',
    fr: "Cette instance n'est pas configurée correctement.",
  },
  'directory-unreachable': {
    status: 500,
    en: 'The directory of users does not answer. Your session is kept: try again.',
    fr: "L'annuaire des utilisateurs ne répond pas. Votre session est conservée : réessayez.",
  },
  'internal-error': {
    status: 500,
    en: 'Something failed on our side. Quote the request id when you report it.',
    fr: "Une erreur interne s'est produite. Citez l'identifiant de la requête si vous la signalez.",
  },
} as const satisfies Record<string, ProblemText>
