import type { ProblemText } from './text'

/** Errors of WebSockets: the status is in the message. Clients match on the texts that are the same in both languages. */
export const realtimeProblems = {
  'message-not-json': { status: 400, en: '{reason}', fr: '{reason}' },
  'channel-missing': { status: 400, en: '"channel" is required', fr: '"channel" is required' },
  'message-type-unknown': {
    status: 400,
    en: 'type should be "subscribe" or "unsubscribe"',
    fr: 'type should be "subscribe" or "unsubscribe"',
  },
  'channel-unknown': {
    status: 404,
    en: 'The resource {resource} is unknown.',
    fr: 'Ressource {resource} inconnue.',
  },
  'channel-forbidden': { status: 403, en: 'Permission missing.', fr: 'Permission manquante.' },
  'channels-too-many': {
    status: 429,
    en: 'A socket can subscribe to at most {max} channels: unsubscribe from some, or open another socket.',
    fr: 'Une connexion peut écouter au plus {max} canaux : désabonnez-vous de certains, ou ouvrez une autre connexion.',
  },
  'socket-origin-refused': {
    status: 403,
    en: 'Pages of another site cannot open a socket.',
    fr: "Les pages d'un autre site ne peuvent pas ouvrir de connexion.",
  },
  'caller-sockets-too-many': {
    status: 429,
    en: 'You have {max} open sockets, the maximum for one client. Close some, or subscribe to several channels on one socket, and retry in {seconds} seconds.',
    fr: 'Vous avez {max} connexions ouvertes, le maximum pour un même client. Fermez-en, ou écoutez plusieurs canaux sur une même connexion, puis réessayez dans {seconds} secondes.',
  },
  'sockets-too-many': {
    status: 503,
    en: 'Too many sockets are open. Retry later.',
    fr: 'Trop de connexions sont ouvertes. Réessayez plus tard.',
  },
} as const satisfies Record<string, ProblemText>
