import type { ProblemText } from './text'

/** Applications, base applications and their configurations. */
export const applicationProblems = {
  'application-not-found': {
    status: 404,
    en: 'There is no such application.',
    fr: 'Application introuvable.',
  },
  'application-private': {
    status: 403,
    en: 'This application is not public. Sign in, or send an API key of an account that may read it in the x-apiKey header.',
    fr: "L'application n'est pas accessible publiquement. Veuillez vous connecter.",
  },
  'application-restricted': {
    status: 403,
    en: 'This application is open to those whom its owner has allowed only. Ask the owner for access.',
    fr: "L'application est accessible uniquement aux utilisateurs autorisés par le propriétaire. Demandez-lui un accès.",
  },
  'application-other-account': {
    status: 403,
    en: 'This application is open to you as a member of {account}. Switch to that account.',
    fr: "L'application vous est accessible en tant que membre de {account}. Basculez vers ce compte.",
  },
  'application-changed': {
    status: 409,
    en: 'Someone else changed the application {id} at the same moment. Repeat the request.',
    fr: "L'application {id} a été modifiée au même moment. Recommencez.",
  },
  'application-url-missing': {
    status: 400,
    en: 'Send the address of a base application in "url".',
    fr: "Envoyez l'adresse d'un modèle d'application dans \"url\".",
  },
  'application-source-other': {
    status: 400,
    en: 'The application "{id}" of "initFrom" has another base application: give the "url" that it has.',
    fr: 'L\'application "{id}" de "initFrom" a un autre modèle : donnez la même "url".',
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
    en: 'Two keys have the id "{id}".',
    fr: 'Deux clés ont l\'identifiant "{id}".',
  },
  'configuration-dataset-refused': {
    status: 403,
    en: 'The configuration uses the dataset "{title}" ({id}), which you may not read.',
    fr: 'La configuration utilise le jeu de données "{title}" ({id}) auquel vous n\'avez pas accès.',
  },
  'configuration-rights-refused': {
    status: 403,
    en: 'The links of this application would let visitors do more with the dataset "{title}" ({id}) than you may yourself.',
    fr: 'Les liens de cette application permettraient aux visiteurs de faire plus du jeu de données "{title}" ({id}) que vous ne le pouvez vous-même.',
  },
  'base-application-unknown': {
    status: 400,
    en: 'Base application not found: no application is registered at {url}.',
    fr: "Base application not found : aucun modèle d'application n'est enregistré à l'adresse {url}.",
  },
  'base-application-not-found': {
    status: 404,
    en: 'There is no such base application.',
    fr: "Ce modèle d'application est inconnu.",
  },
  'base-application-unreachable': {
    status: 400,
    en: 'There is no application at this URL: {url}index.html cannot be read ({reason}).',
    fr: "Il n'y a pas d'application à cette URL : {url}index.html est illisible ({reason}).",
  },
  'base-application-invalid': {
    status: 400,
    en: 'What is at {url} is no application: it has neither a config-schema.json nor a meta "application-name".',
    fr: 'Ce qui est à l\'adresse {url} n\'est pas une application : ni config-schema.json ni meta "application-name".',
  },
  'private-access-refused': {
    status: 403,
    en: 'You do not belong to the account "{account}".',
    fr: 'Vous n\'appartenez pas au compte "{account}".',
  },
  'dataset-parameter-refused': {
    status: 403,
    en: 'dataset parameter requires authentication',
    fr: 'dataset parameter requires authentication : connectez-vous.',
  },
} as const satisfies Record<string, ProblemText>
