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
  'remote-file-unread': {
    status: 502,
    en: 'The file at the URL of this dataset could not be imported: {reason}',
    fr: "Le fichier à l'URL de ce jeu de données n'a pas pu être importé : {reason}",
  },
  'remote-credentials-refused': {
    status: 400,
    en: '{host} refused the user name, the password or the key. Correct them and retry.',
    fr: "{host} a refusé le nom d'utilisateur, le mot de passe ou la clé. Corrigez-les et réessayez.",
  },
  'remote-ssh-key-invalid': {
    status: 400,
    en: 'The SSH key cannot be used: {reason}. Paste a private key in OpenSSH or PEM format; its passphrase is the password.',
    fr: 'La clé SSH est inutilisable : {reason}. Collez une clé privée au format OpenSSH ou PEM ; sa phrase de passe est le mot de passe.',
  },
  'remote-host-key-changed': {
    status: 400,
    en: 'The host key of {host} is {found} instead of {expected}: another server may be posing as it. If the server was replaced, enter the password or the SSH key again: the new key is stored.',
    fr: "La clé d'hôte de {host} est {found} au lieu de {expected} : un autre serveur se fait peut-être passer pour lui. S'il a été remplacé, saisissez à nouveau le mot de passe ou la clé SSH : sa nouvelle clé est enregistrée.",
  },
  'remote-not-found': {
    status: 404,
    en: 'There is no {path} on {host}.',
    fr: "Il n'y a pas de {path} sur {host}.",
  },
  'remote-web-page': {
    status: 400,
    en: 'This URL gives a web page, not a data file. Copy the address of the download.',
    fr: "Cette URL donne une page web, pas un fichier de données. Copiez l'adresse du téléchargement.",
  },
  'remote-type-unknown': {
    status: 400,
    en: 'The format of "{name}" is unknown. Give the URL of a data file, such as data.csv.',
    fr: 'Le format de "{name}" est inconnu. Donnez l\'URL d\'un fichier de données, par exemple data.csv.',
  },
  'remote-denied': {
    status: 403,
    en: '{host} denies access to {path}. Give the user the permission on the server.',
    fr: "{host} refuse l'accès à {path}. Donnez la permission à l'utilisateur sur le serveur.",
  },
  'remote-changed': {
    status: 409,
    en: 'The file {path} of {host} changed while it was read. Retry once it is complete.',
    fr: 'Le fichier {path} de {host} a changé pendant sa lecture. Réessayez quand il sera complet.',
  },
  'remote-too-large': {
    status: 400,
    en: 'The folder {path} of {host} has too many entries. Move files into other folders.',
    fr: "Le dossier {path} de {host} a trop d'éléments. Déplacez des fichiers vers d'autres dossiers.",
  },
  'remote-unsupported': {
    status: 400,
    en: '{host} does not support {operation}. Choose another setting, or another server.',
    fr: '{host} ne permet pas {operation}. Choisissez un autre réglage, ou un autre serveur.',
  },
  'remote-path-invalid': {
    status: 400,
    en: 'The path {path} is not valid: it is empty, too long, or has control characters.',
    fr: "Le chemin {path} n'est pas valide : il est vide, trop long, ou a des caractères de contrôle.",
  },
} as const satisfies Record<string, ProblemText>
