import type { ProblemText } from './text'

/** Resumable uploads: statuses are those of tus 1.0 (https://tus.io/protocols/resumable-upload). */
export const uploadsProblems = {
  'tus-version-unsupported': {
    status: 412,
    en: 'Send the header Tus-Resumable: 1.0.0, the version of the upload protocol that is spoken here.',
    fr: "Envoyez l'en-tête Tus-Resumable: 1.0.0, la version du protocole d'envoi qui est parlée ici.",
  },
  'header-invalid': {
    status: 400,
    en: 'The header {header} is not valid: {reason}',
    fr: "L'en-tête {header} est invalide : {reason}",
  },
  'upload-type-unsupported': {
    status: 415,
    en: 'The bytes of an upload are sent with Content-Type: application/offset+octet-stream.',
    fr: "Les octets d'un envoi ont pour Content-Type : application/offset+octet-stream.",
  },
  'upload-not-found': { status: 404, en: 'There is no such upload.', fr: "Cet envoi n'existe pas." },
  'upload-gone': {
    status: 410,
    en: 'This upload has ended: it was removed, it expired, or it has become a dataset. Start another.',
    fr: 'Cet envoi est terminé : il a été supprimé, il a expiré, ou il est devenu un jeu de données. Recommencez-en un.',
  },
  'upload-refused': {
    status: 403,
    en: 'This upload belongs to another account.',
    fr: 'Permission manquante : cet envoi appartient à un autre compte.',
  },
  'upload-offset-conflict': {
    status: 409,
    en: 'The upload holds {offset} bytes: continue from there.',
    fr: "L'envoi contient {offset} octets : continuez à partir de là.",
  },
  'upload-overtaken': {
    status: 409,
    en: 'Another request has taken this upload over. Ask for its offset, and continue from there.',
    fr: 'Une autre requête a repris cet envoi. Demandez sa position, et continuez à partir de là.',
  },
  'upload-cut': {
    status: 400,
    en: 'The connection ended before the last byte. Ask for the offset of the upload, and continue from there.',
    fr: "La connexion s'est interrompue avant le dernier octet. Demandez la position de l'envoi, et continuez à partir de là.",
  },
  'upload-too-long': {
    status: 413,
    en: 'The upload was announced with {length} bytes, and more were sent.',
    fr: "L'envoi a été annoncé avec {length} octets, et davantage a été envoyé.",
  },
  'upload-checksum-mismatch': {
    status: 460,
    en: 'The bytes do not have the checksum that was sent with them. They were discarded; send them again.',
    fr: 'Les octets ne correspondent pas à leur somme de contrôle. Ils ont été écartés, renvoyez-les.',
  },
  'upload-unfinished': {
    status: 409,
    en: 'The upload holds {offset} of {length} bytes: send the rest first.',
    fr: "L'envoi contient {offset} octets sur {length} : envoyez d'abord la suite.",
  },
  'upload-taken': {
    status: 409,
    en: 'This upload has already become a dataset.',
    fr: 'Cet envoi est déjà devenu un jeu de données.',
  },
  'uploads-too-many': {
    status: 429,
    en: 'This account has {max} uploads that are not yet datasets. Finish or remove some of them.',
    fr: 'Ce compte a {max} envois qui ne sont pas encore des jeux de données. Terminez-en ou supprimez-en.',
  },
} as const satisfies Record<string, ProblemText>
