import type { ProblemText } from './text'

/** Errors of archives, in the journal of a dataset or in the response to a bulk. */
export const archiveProblems = {
  'archive-name-repeated': {
    status: 422,
    en: 'The archive contains several files with the path "{name}". Rename them, and create it again.',
    fr: 'L\'archive contient plusieurs fichiers dont le chemin est "{name}". Renommez-les, et créez-la à nouveau.',
  },
  'archive-damaged': {
    status: 422,
    en: 'The archive is truncated or corrupt; create it again.',
    fr: "L'archive est tronquée ou corrompue ; créez-la à nouveau.",
  },
  'archive-encrypted': {
    status: 422,
    en: 'The file "{name}" of the archive is encrypted. Create the archive without a password.',
    fr: 'Le fichier "{name}" de l\'archive est chiffré. Créez l\'archive sans mot de passe.',
  },
  'archive-method-unsupported': {
    status: 422,
    en: 'The file "{name}" of the archive uses an unsupported compression method. Create a standard zip (deflate).',
    fr: 'Le fichier "{name}" de l\'archive utilise une méthode de compression non prise en charge. Créez un zip standard (deflate).',
  },
  'archive-too-many-entries': {
    status: 422,
    en: 'The archive has {count} files; the limit is {max}.',
    fr: "L'archive contient {count} fichiers ; la limite est de {max}.",
  },
  'archive-inflates-too-much': {
    status: 422,
    en: 'The decompressed archive exceeds the limit ({max} bytes, or {ratio} times its size).',
    fr: "L'archive décompressée dépasse la limite ({max} octets, ou {ratio} fois sa taille).",
  },
  'archive-path-refused': {
    status: 422,
    en: 'The archive contains a link, or a file with a path outside the archive: "{name}". Create it again with relative paths only.',
    fr: 'L\'archive contient un lien, ou un fichier dont le chemin sort de l\'archive : "{name}". Créez-la à nouveau avec des chemins relatifs.',
  },
  'archive-empty': {
    status: 422,
    en: 'The ZIP file contains no file. Add files to it, and upload it again.',
    fr: 'Le fichier ZIP ne contient aucun fichier, il est vide. Ajoutez-y des fichiers, et renvoyez-le.',
  },
} as const satisfies Record<string, ProblemText>
