import type { ProblemText } from './text'

/** The Opendatasoft-compatible API. */
export const odsProblems = {
  'ods-unknown': { status: 404, en: 'unknown API', fr: 'unknown API (inconnue)' },
  'ods-gone': {
    status: 410,
    en: 'This part of the API is not available. Use records, or exports/{formats}.',
    fr: "Cette partie de l'API n'est pas disponible. Utilisez records, ou exports/{formats}.",
  },
  'ods-parameter-invalid': {
    status: 400,
    en: 'The parameter "{parameter}" is invalid: {reason}.',
    fr: 'le paramètre "{parameter}" est invalide : {reason}.',
  },
  'ods-limit-too-large': {
    status: 400,
    en: 'limit should be less than {max}',
    fr: 'limit should be less than {max} (maximum)',
  },
  'ods-format-unknown': {
    status: 400,
    en: 'The format "{format}" is not available. Use {formats}.',
    fr: 'Le format "{format}" n\'est pas disponible. Utilisez {formats}.',
  },
} as const satisfies Record<string, ProblemText>
