/** What runs say in their logs, in both languages. Pure. */
import type { Language, Reason } from '../../errors'

type Values = Record<string, string | number>

/** The text of a template: `singular|plural` are its forms for `count`, `{name}` is a value. */
function text(templates: Reason, values: Values = {}): Reason {
  return { en: filled(templates, 'en', values), fr: filled(templates, 'fr', values) }
}

function filled(templates: Reason, language: Language, values: Values): string {
  const [singular = '', plural = singular] = templates[language].split('|')
  const { count } = values
  const isOne = typeof count === 'number' && new Intl.PluralRules(language).select(count) === 'one'
  return (isOne ? singular : plural).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value
  })
}

export const steps = {
  download: text({ en: 'Download', fr: 'Téléchargement' }),
  export: text({ en: 'Export', fr: 'Export' }),
  description: text({ en: 'Description', fr: 'Description' }),
  datastreams: text({ en: 'Datastreams', fr: 'Flux de données' }),
  observations: text({ en: 'Observations', fr: 'Observations' }),
  files: text({ en: 'List of the files', fr: 'Liste des fichiers' }),
  lines: text({ en: 'Writing of the rows', fr: 'Écriture des lignes' }),
  create: text({ en: 'Creation of the dataset', fr: 'Création du jeu de données' }),
  update: text({ en: 'Update of the dataset', fr: 'Mise à jour du jeu de données' }),
  updateDescription: text({ en: 'Update of the description', fr: 'Mise à jour de la description' }),
  fileGoesOn: text({
    en: 'The file was stored: its processing goes on',
    fr: 'Le fichier est enregistré : son traitement continue',
  }),
  dataGoesOn: text({
    en: 'The data was stored: its processing goes on',
    fr: 'Les données sont enregistrées : leur traitement continue',
  }),
  resumed: text({ en: 'Resumed after an interruption.', fr: 'Reprise après interruption.' }),
  storageOf: (name: string) => text({ en: 'Storage of {name}', fr: 'Enregistrement de {name}' }, { name }),
  datasetOf: (name: string) => text({ en: 'Dataset of {name}', fr: 'Jeu de données de {name}' }, { name }),
}

/** Names of tasks. */
export const tasks = {
  records: text({ en: 'records', fr: 'enregistrements' }),
  lines: text({ en: 'rows', fr: 'lignes' }),
  datastreams: text({ en: 'datastreams', fr: 'flux de données' }),
}

export const notices = {
  sameFile: text({ en: 'The file has not changed.', fr: 'Le fichier n’a pas changé.' }),
  sameContent: text({
    en: 'The content of the file has not changed.',
    fr: 'Le contenu du fichier n’a pas changé.',
  }),
  sameFiles: text({ en: 'No file has changed.', fr: 'Aucun fichier n’a changé.' }),
  sameData: text({ en: 'The data has not changed.', fr: 'Les données n’ont pas changé.' }),
  sameDataset: text({ en: 'The dataset has not changed.', fr: 'Le jeu de données n’a pas changé.' }),
  sameArchive: text({ en: 'The archive has not changed.', fr: 'L’archive n’a pas changé.' }),
  noObservation: text({ en: 'There is no new observation.', fr: 'Il n’y a pas de nouvelle observation.' }),
  fileDeleted: text({
    en: 'The file was deleted from its server.',
    fr: 'Le fichier a été supprimé de son serveur.',
  }),
  stopped: text({ en: 'The run was stopped.', fr: 'L’exécution a été arrêtée.' }),
  awaitsValidation: text({
    en: 'The new version is waiting for your approval: see the page of the dataset.',
    fr: 'La nouvelle version attend votre validation : voyez la page du jeu de données.',
  }),
  rowsPublished: (count: number) =>
    text(
      {
        en: '{count} row is published.|{count} rows are published.',
        fr: '{count} ligne est publiée.|{count} lignes sont publiées.',
      },
      { count },
    ),
  columnsRemoved: (columns: readonly string[]) =>
    text(
      { en: 'Columns removed: {columns}.', fr: 'Colonnes supprimées : {columns}.' },
      { columns: columns.join(', ') },
    ),
  devicesReceive: text({
    en: 'Nothing to do: messages are stored as they arrive.',
    fr: 'Rien à faire : les messages sont enregistrés à leur arrivée.',
  }),
  devicesDataset: (id: string) =>
    text(
      {
        en: 'Dataset {id} created: it receives the messages from now on.',
        fr: 'Jeu de données {id} créé : il reçoit désormais les messages.',
      },
      { id },
    ),
  file: (name: string, bytes: number | undefined) =>
    bytes === undefined
      ? text({ en: '{name}', fr: '{name}' }, { name })
      : text(
          { en: '{name}, {count} byte|{name}, {count} bytes', fr: '{name}, {count} octet|{name}, {count} octets' },
          { name, count: bytes },
        ),
  fileMoved: (folder: string) =>
    text({ en: 'The file was moved to {folder}.', fr: 'Le fichier a été déplacé dans {folder}.' }, { folder }),
  noneMatches: (count: number) =>
    text(
      {
        en: 'The only file does not match.|None of {count} files matches.',
        fr: 'Le seul fichier ne correspond pas.|Aucun des {count} fichiers ne correspond.',
      },
      { count },
    ),
  filesMatch: (count: number, total: number) =>
    text(
      {
        en: '{count} of {total} files matches.|{count} of {total} files match.',
        fr: '{count} fichier sur {total} correspond.|{count} fichiers sur {total} correspondent.',
      },
      { count, total },
    ),
  created: (title: string, id: string) =>
    text({ en: 'Dataset created: {title} ({id})', fr: 'Jeu de données créé : {title} ({id})' }, { title, id }),
  written: (count: number) =>
    text(
      { en: '{count} byte written|{count} bytes written', fr: '{count} octet écrit|{count} octets écrits' },
      { count },
    ),
  records: (count: number) =>
    text({ en: '{count} record|{count} records', fr: '{count} enregistrement|{count} enregistrements' }, { count }),
  items: (count: number) =>
    text({ en: '{count} item|{count} items', fr: '{count} élément|{count} éléments' }, { count }),
  stations: (count: number) =>
    text({ en: '{count} station|{count} stations', fr: '{count} station|{count} stations' }, { count }),
  datastreams: (count: number) =>
    text({ en: '{count} datastream|{count} datastreams', fr: '{count} flux de données' }, { count }),
  linesWritten: (count: number, unchanged: number, refused: number) =>
    text(
      {
        en: '{count} row written, of which {unchanged} had not changed; {refused} refused|{count} rows written, of which {unchanged} had not changed; {refused} refused',
        fr: '{count} ligne écrite, dont {unchanged} sans changement ; {refused} en erreur|{count} lignes écrites, dont {unchanged} sans changement ; {refused} en erreur',
      },
      { count, unchanged, refused },
    ),
  lineRefused: (line: number, reason: string) =>
    text({ en: 'row {line}: {reason}', fr: 'ligne {line} : {reason}' }, { line, reason }),
  linesBeforeStop: (count: number) =>
    text(
      {
        en: '{count} row was written before the run was stopped.|{count} rows were written before the run was stopped.',
        fr: '{count} ligne a été écrite avant l’arrêt de l’exécution.|{count} lignes ont été écrites avant l’arrêt de l’exécution.',
      },
      { count },
    ),
  tooLong: (name: string, max: number) =>
    text(
      {
        en: '{name} has more than {max} bytes: it is left out',
        fr: '{name} a plus de {max} octets : il est laissé de côté',
      },
      { name, max },
    ),
  logFull: (max: number) =>
    text(
      {
        en: 'More than {max} entries: the others are left out.',
        fr: 'Plus de {max} messages : les autres sont laissés de côté.',
      },
      { max },
    ),
  ofFile: (name: string, { en, fr }: Reason): Reason => ({ en: `${name}: ${en}`, fr: `${name} : ${fr}` }),
  newAttempt: ({ en, fr }: Reason): Reason => ({
    en: `${sentence(en)} Trying again.`,
    fr: `${sentence(fr)} Nouvel essai.`,
  }),
}

/** A reason that ends with a full stop. */
const sentence = (reason: string): string => (/[.!?…]$/.test(reason) ? reason : `${reason}.`)
