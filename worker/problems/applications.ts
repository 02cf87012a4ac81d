import type { ProblemText } from './text'

/** Applications, base applications and their configurations. */
export const applicationProblems = {
  'application-not-found': {
    status: 404,
    en: 'Application not found.',
    fr: 'Application introuvable.',
  },
  'deleted-application-not-found': {
    status: 404,
    en: 'There is no deleted application with this id that you can restore. It may be restored already, or its time has passed.',
    fr: "Aucune application supprimée avec cet identifiant ne peut être restaurée par vous. Elle l'est peut-être déjà, ou son délai est passé.",
  },
  'application-private': {
    status: 403,
    en: 'This application is not public. Sign in, or send in the x-apiKey header an API key of an account that has access.',
    fr: "L'application n'est pas accessible publiquement. Veuillez vous connecter.",
  },
  'application-restricted': {
    status: 403,
    en: 'This application is restricted to the users allowed by its owner. Ask the owner for access.',
    fr: "L'application est accessible uniquement aux utilisateurs autorisés par le propriétaire. Demandez-lui un accès.",
  },
  'application-other-account': {
    status: 403,
    en: 'You have access to this application as a member of {account}. Switch to that account.',
    fr: "L'application vous est accessible en tant que membre de {account}. Basculez vers ce compte.",
  },
  'keys-changed': {
    status: 409,
    en: 'Somebody else has changed the links meanwhile. What is listed now is current: check it, then repeat your change.',
    fr: "Quelqu'un d'autre a modifié les liens entre-temps. La liste affichée est à jour : vérifiez-la, puis recommencez.",
  },
  'application-changed': {
    status: 409,
    en: 'Another request changed the application {id} at the same time. Retry the request.',
    fr: "Une autre requête a modifié l'application {id} au même moment. Recommencez.",
  },
  'application-url-missing': {
    status: 400,
    en: 'Send the URL of a base application in "url".',
    fr: 'Envoyez l\'URL d\'un type de visualisation dans "url".',
  },
  'application-source-other': {
    status: 400,
    en: 'The application "{id}" of "initFrom" has a different base application: send the same "url".',
    fr: 'L\'application "{id}" de "initFrom" a un autre modèle : envoyez la même "url".',
  },
  'application-image-none': {
    status: 404,
    en: 'This application has no image.',
    fr: "Cette application n'a pas d'image.",
  },
  'application-error-empty': {
    status: 400,
    en: 'The property "message" is missing.',
    fr: 'Attribut "message" obligatoire',
  },
  'application-key-repeated': {
    status: 400,
    en: 'Two keys have the same id "{id}".',
    fr: 'Deux clés ont le même identifiant "{id}".',
  },
  'configuration-dataset-refused': {
    status: 403,
    en: 'The configuration uses the dataset "{title}" ({id}), which you cannot read.',
    fr: 'La configuration utilise le jeu de données "{title}" ({id}) auquel vous n\'avez pas accès.',
  },
  'configuration-rights-refused': {
    status: 403,
    en: 'The links of this application would give visitors more permissions on the dataset "{title}" ({id}) than you have.',
    fr: 'Les liens de cette application donneraient aux visiteurs plus de permissions sur le jeu de données "{title}" ({id}) que vous n\'en avez.',
  },
  'base-application-unknown': {
    status: 400,
    en: 'Base application not found: no application is registered at {url}.',
    fr: "Base application not found : aucun type de visualisation n'est enregistré à l'adresse {url}.",
  },
  'base-application-not-found': {
    status: 404,
    en: 'Base application not found.',
    fr: "Modèle d'application introuvable.",
  },
  'base-application-unreachable': {
    status: 400,
    en: 'No application found at this URL: {url}index.html cannot be read ({reason}).',
    fr: 'Aucune application à cette URL : {url}index.html est illisible ({reason}).',
  },
  'base-application-invalid': {
    status: 400,
    en: 'No application found at {url}: it has neither a config-schema.json nor a meta "application-name".',
    fr: 'Aucune application à l\'URL {url} : ni config-schema.json ni meta "application-name".',
  },
  'base-application-restricted': {
    status: 404,
    en: 'The base application of this application is unknown, or not open to its owner. Ask an operator of the service to allow it.',
    fr: "Modèle d'application inconnu ou d'accès restreint. Demandez à un administrateur du service de l'autoriser.",
  },
  'application-page-unreachable': {
    status: 500,
    en: 'The page of the application cannot be read at {url} ({reason}). Try again later.',
    fr: "La page de l'application est illisible à l'adresse {url} ({reason}). Réessayez plus tard.",
  },
  'application-file-unreachable': {
    status: 502,
    en: 'The file of the application cannot be read ({reason}). Try again later.',
    fr: "Le fichier de l'application est illisible ({reason}). Réessayez plus tard.",
  },
  'private-access-refused': {
    status: 403,
    en: 'You are not a member of the account "{account}".',
    fr: 'Vous n\'êtes pas membre du compte "{account}".',
  },
  'dataset-parameter-refused': {
    status: 403,
    en: 'dataset parameter requires authentication',
    fr: 'dataset parameter requires authentication : connectez-vous.',
  },
} as const satisfies Record<string, ProblemText>
