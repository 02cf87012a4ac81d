import type { ProblemText } from './text'

/** Errors of the service itself. */
export const serviceProblems = {
  'not-implemented': { status: 501, en: '{what} is not available.', fr: "{what} n'est pas disponible." },
  'configuration-invalid': {
    status: 500,
    en: 'This instance is not configured correctly.',
    fr: "Cette instance n'est pas configurée correctement.",
  },
  'directory-unreachable': {
    status: 500,
    en: 'The user directory does not respond. You are still signed in: try again.',
    fr: "L'annuaire des utilisateurs ne répond pas. Vous êtes toujours connecté : réessayez.",
  },
  'internal-error': {
    status: 500,
    en: 'An internal error occurred. If you report it, include the request id.',
    fr: "Une erreur interne s'est produite. Si vous la signalez, citez l'identifiant de la requête.",
  },
} as const satisfies Record<string, ProblemText>
