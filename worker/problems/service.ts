import type { ProblemText } from './text'

/** Errors of the service itself. */
export const serviceProblems = {
  'configuration-invalid': {
    status: 500,
    en: 'This instance is not configured correctly.',
    fr: "Cette instance n'est pas configurée correctement.",
  },
  'mail-unavailable': {
    status: 501,
    en: 'This service cannot send e-mail. Ask the person who operates it.',
    fr: "Ce service ne peut pas envoyer d'e-mail. Adressez-vous à la personne qui l'exploite.",
  },
  'mail-failed': {
    status: 502,
    en: 'The e-mail could not be sent: {reason}. Try again later.',
    fr: "L'e-mail n'a pas pu être envoyé : {reason}. Réessayez plus tard.",
  },
  'directory-unreachable': {
    status: 500,
    en: 'The user directory does not respond. You are still signed in: try again.',
    fr: "L'annuaire des utilisateurs ne répond pas. Vous êtes toujours connecté : réessayez.",
  },
  'colour-too-light': {
    status: 400,
    en: 'The colour {color} has a contrast of {contrast} with white; at least {min} is needed. Choose a darker one.',
    fr: 'La couleur {color} a un contraste de {contrast} avec le blanc ; il en faut au moins {min}. Choisissez une couleur plus sombre.',
  },
  'logo-invalid': {
    status: 400,
    en: 'The logo must be a PNG, JPEG or WebP image, or an SVG without scripts.',
    fr: 'Le logo doit être une image PNG, JPEG ou WebP, ou un SVG sans script.',
  },
  'logo-missing': { status: 404, en: 'There is no logo.', fr: "Il n'y a pas de logo." },
  'basemap-missing': {
    status: 404,
    en: 'This service has no base map of its own: BASEMAP names no archive, or the bucket does not hold it.',
    fr: "Ce service n'a pas de fond de carte à lui : BASEMAP ne nomme pas d'archive, ou le bucket ne la contient pas.",
  },
  'basemap-unreadable': {
    status: 500,
    en: 'The archive of the base map cannot be read: PMTiles 3 with vector tiles, uncompressed or compressed with gzip, is expected.',
    fr: "L'archive du fond de carte est illisible : une archive PMTiles 3 de tuiles vectorielles, sans compression ou compressées avec gzip, est attendue.",
  },
  'databases-full': {
    status: 507,
    en: 'The {count} databases of rows of this service are full. The operator adds one; then try again.',
    fr: 'Les {count} bases de lignes de ce service sont pleines. L’exploitant en ajoute une ; réessayez ensuite.',
  },
  'internal-error': {
    status: 500,
    en: 'An internal error occurred. If you report it, include the request id.',
    fr: "Une erreur interne s'est produite. Si vous la signalez, citez l'identifiant de la requête.",
  },
} as const satisfies Record<string, ProblemText>
