import { z } from '@hono/zod-openapi'
import { delimiters } from '../../../formats/csv/delimiters'
import { limits } from '../../../limits'
import type { JsonSchema } from '../plugin'
import { datasetProperties, targetSchema } from '../target-dataset'

/** The address of a file, and who asks for it. */
export const connectionProperties = {
  url: {
    type: 'string',
    title: 'URL of the file',
    'x-i18n-title': { fr: 'URL du fichier' },
    format: 'uri',
    pattern: '^(https?|ftps?|ftpes|sftp)://',
    minLength: 1,
  },
  username: { type: 'string', title: 'User name', 'x-i18n-title': { fr: 'Identifiant' } },
  password: { type: 'string', title: 'Password', 'x-i18n-title': { fr: 'Mot de passe' }, writeOnly: true },
  sshKey: {
    type: 'string',
    'x-advanced': true,
    title: 'SSH key',
    description: 'Private key in the format of OpenSSH or PEM, for SFTP; the password is then its passphrase.',
    'x-i18n-title': { fr: 'Clé SSH' },
    'x-i18n-description': {
      fr: 'Clé privée au format OpenSSH ou PEM, pour SFTP ; le mot de passe est alors sa phrase de passe.',
    },
    format: 'textarea',
    writeOnly: true,
  },
} satisfies Record<string, JsonSchema>

const { url, ...credentials } = connectionProperties

export const schema: JsonSchema = {
  type: 'object',
  title: 'File',
  description: 'Creates or updates datasets from a file or a folder at an address (http, ftp, sftp).',
  'x-i18n-title': { fr: 'Fichier' },
  'x-i18n-description': {
    fr: 'Crée ou met à jour des jeux de données à partir d’un fichier ou d’un dossier à une adresse (http, ftp, sftp).',
  },
  required: ['datasetMode', 'url'],
  properties: {
    url: {
      ...url,
      title: 'URL of the file or folder',
      'x-i18n-title': { fr: 'URL du fichier ou du dossier' },
    },
    files: {
      type: 'string',
      title: 'Files',
      description: 'A folder has an FTP or SFTP address, or is an index page over HTTP.',
      'x-i18n-title': { fr: 'Fichiers' },
      'x-i18n-description': { fr: 'Un dossier est une adresse FTP ou SFTP, ou une page d’index en HTTP.' },
      default: 'one',
      oneOf: [
        { const: 'one', title: 'The file at the URL', 'x-i18n-title': { fr: 'Le fichier à cette URL' } },
        {
          const: 'newest',
          title: 'The newest file of the folder',
          'x-i18n-title': { fr: 'Le fichier le plus récent du dossier' },
        },
        { const: 'all', title: 'All files of the folder', 'x-i18n-title': { fr: 'Tous les fichiers du dossier' } },
      ],
    },
    pattern: {
      type: 'string',
      maxLength: limits.transfer.maxPathChars,
      title: 'Names of the files of the folder',
      description: 'With * for any characters and ? for one: sales-*.csv. Leave empty for all files.',
      'x-i18n-title': { fr: 'Noms des fichiers du dossier' },
      'x-i18n-description': {
        fr: 'Avec * pour des caractères quelconques et ? pour un seul : ventes-*.csv. Vide : tous les fichiers.',
      },
    },
    ...datasetProperties(['create', 'update', 'lines']),
    holdBreaking: {
      type: 'boolean',
      'x-advanced': true,
      title: 'Hold files with missing columns for a review',
      description:
        'Also files with columns of another type. Readers keep the previous data until the file is published from its review.',
      'x-i18n-title': { fr: 'Mettre en attente les fichiers auxquels il manque des colonnes' },
      'x-i18n-description': {
        fr: 'Aussi ceux dont une colonne change de type. Les lecteurs gardent les données précédentes jusqu’à la publication du fichier depuis sa vérification.',
      },
    },
    ...credentials,
    filename: {
      type: 'string',
      'x-advanced': true,
      title: 'Name of the file',
      description: 'Where the URL does not end with a name such as data.csv.',
      'x-i18n-title': { fr: 'Nom du fichier' },
      'x-i18n-description': { fr: "Lorsque l'URL ne se termine pas par un nom tel que data.csv." },
    },
    processAndDelete: {
      type: 'boolean',
      'x-advanced': true,
      title: 'Delete the file once its data is stored (FTP, SFTP)',
      'x-i18n-title': { fr: 'Supprimer le fichier une fois ses données enregistrées (FTP, SFTP)' },
    },
    moveTo: {
      type: 'string',
      maxLength: limits.transfer.maxPathChars,
      'x-advanced': true,
      title: 'Folder to move the file to once its data is stored (FTP, SFTP)',
      description: 'An existing folder, from the root (/done) or from the folder of the file (done).',
      'x-i18n-title': { fr: 'Dossier où déplacer le fichier une fois ses données enregistrées (FTP, SFTP)' },
      'x-i18n-description': {
        fr: 'Un dossier existant, depuis la racine (/traites) ou depuis le dossier du fichier (traites).',
      },
    },
    port: {
      type: 'integer',
      'x-advanced': true,
      minimum: 1,
      maximum: 65_535,
      title: 'Port of the server',
      description: 'Where the URL has none and it is not the usual one.',
      'x-i18n-title': { fr: 'Port du serveur' },
      'x-i18n-description': { fr: 'Lorsque l’URL n’en a pas et que ce n’est pas le port habituel.' },
    },
    ignoreFirstLines: {
      type: 'integer',
      'x-advanced': true,
      minimum: 0,
      maximum: limits.collectors.maxIgnoredLines,
      title: 'Lines before the header',
      description: 'Lines of a text file that are left out.',
      'x-i18n-title': { fr: 'Lignes avant l’en-tête' },
      'x-i18n-description': { fr: 'Lignes d’un fichier texte qui sont ignorées.' },
    },
    encoding: {
      type: 'string',
      'x-advanced': true,
      title: 'Encoding',
      description: 'Where its detection is wrong: utf-8, windows-1252…',
      'x-i18n-title': { fr: 'Encodage' },
      'x-i18n-description': { fr: 'Lorsque sa détection se trompe : utf-8, windows-1252…' },
    },
    separator: {
      type: 'string',
      'x-advanced': true,
      title: 'Column separator of a CSV',
      'x-i18n-title': { fr: 'Séparateur de colonnes d’un CSV' },
      enum: [...delimiters],
    },
  },
}

/** The configuration, once it is valid against the schema. */
export const configSchema = targetSchema
  .extend({
    url: z.string(),
    files: z.enum(['one', 'newest', 'all']).default('one'),
    pattern: z.string().optional(),
    moveTo: z.string().optional(),
    username: z.string().optional(),
    filename: z.string().optional(),
    holdBreaking: z.boolean().default(false),
    processAndDelete: z.boolean().default(false),
    encoding: z.string().optional(),
    separator: z.string().optional(),
    ignoreFirstLines: z.number().int().default(0),
    port: z.number().int().optional(),
  })
  .transform(({ port, ...config }) => ({ ...config, url: withPort(config.url, port) }))

/** The port of an address stays. */
function withPort(url: string, port: number | undefined): string {
  if (port === undefined || !URL.canParse(url)) return url
  const address = new URL(url)
  if (address.port === '') address.port = String(port)
  return address.href
}

export type TransferConfig = z.output<typeof configSchema>
