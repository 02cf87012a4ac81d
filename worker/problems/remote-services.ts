import type { ProblemText } from './text'

/** Remote services, their descriptions, and what they return. */
export const remoteServiceProblems = {
  'remote-service-unknown': {
    status: 400,
    en: 'There is no remote service "{service}".',
    fr: 'source de données de référénce inconnue "{service}" : aucun service distant n\'a cet identifiant.',
  },
  'remote-action-unknown': {
    status: 400,
    en: 'The remote service "{service}" has no action "{action}" that enriches lines.',
    fr: 'opération de récupération de données de référénce inconnue "{action}" dans le service distant "{service}".',
  },
  'remote-service-restricted': {
    status: 403,
    en: 'Try to apply extension: the remote service "{service}" is not open to this account. Ask its owner for access.',
    fr: 'Try to apply extension : le service distant "{service}" n\'est pas ouvert à ce compte. Demandez un accès à son propriétaire.',
  },
  'remote-service-failed': {
    status: 502,
    en: 'The remote service "{service}" did not respond as expected: {reason}. Try again later.',
    fr: 'Le service distant "{service}" n\'a pas répondu comme prévu : {reason}. Réessayez plus tard.',
  },
  'remote-service-not-found': {
    status: 404,
    en: 'Remote service not found.',
    fr: 'service distant inconnu',
  },
  'remote-service-refused': {
    status: 403,
    en: 'Only administrators of the account of a remote service, or super-administrators, may do this.',
    fr: "Seuls les administrateurs du compte d'un service distant, ou les super-administrateurs, peuvent faire cela.",
  },
  'remote-service-exists': {
    status: 409,
    en: 'The remote service "{id}" exists already, with this id or with this "x-api-id". Change it with PATCH.',
    fr: 'Le service distant "{id}" existe déjà, avec cet identifiant ou ce "x-api-id". Modifiez-le par PATCH.',
  },
  'remote-service-of-dataset': {
    status: 400,
    en: 'This service describes the dataset {dataset}: change "masterData" of the dataset. Super-administrators change "public" and "virtualDatasets.storageRatio" here.',
    fr: 'Ce service décrit le jeu de données {dataset} : modifiez "masterData" du jeu de données. Les super-administrateurs modifient ici "public" et "virtualDatasets.storageRatio".',
  },
  'remote-service-changed': {
    status: 409,
    en: 'Another request changed the remote service {id} at the same time. Retry the request.',
    fr: 'Une autre requête a modifié le service distant {id} au même moment. Recommencez.',
  },
  'remote-service-server-missing': {
    status: 400,
    en: 'Send the address of the API in "server": its description has none in "servers", or a relative one.',
    fr: 'Envoyez l\'adresse de l\'API dans "server" : sa description n\'en a pas dans "servers", ou une adresse relative.',
  },
  'remote-service-key-missing': {
    status: 400,
    en: 'Send the "value" of the API key: the service has none yet, or its server is another one.',
    fr: 'Envoyez la valeur ("value") de la clé d\'API : le service n\'en a pas encore, ou son serveur est un autre.',
  },
  'remote-service-method-refused': {
    status: 405,
    en: 'Only GET operations are allowed through this address of a service.',
    fr: 'Seules les opérations de type GET sont autorisées sur cette exposition de service',
  },
  'remote-service-timeout': {
    status: 504,
    en: 'remote-service timed out: the service did not respond in time. Try again later.',
    fr: "remote-service timed out : le service n'a pas répondu à temps. Réessayez plus tard.",
  },
  'operation-unknown': {
    status: 400,
    en: 'The description has no operation "GET {path}".',
    fr: 'La description n\'a pas d\'opération "GET {path}".',
  },
  'operation-value-unknown': {
    status: 400,
    en: 'The operation has no parameter or property "{name}".',
    fr: 'L\'opération n\'a pas de paramètre ni de propriété "{name}".',
  },
  'operation-parameter-missing': {
    status: 400,
    en: 'The operation requires "{name}": give it a concept or a fixed value.',
    fr: 'L\'opération exige "{name}" : donnez-lui un concept ou une valeur fixe.',
  },
  'description-missing': {
    status: 400,
    en: 'Send the description of the API in "apiDoc", or its address in "url".',
    fr: 'Envoyez la description de l\'API dans "apiDoc", ou son adresse dans "url".',
  },
  'description-unreachable': {
    status: 400,
    en: 'The description cannot be read at {url}: {reason}.',
    fr: "La description est illisible à l'adresse {url} : {reason}.",
  },
  'description-web-page': {
    status: 400,
    en: 'This URL gives a web page, not an OpenAPI description.',
    fr: 'Cette URL donne une page web, pas une description OpenAPI.',
  },
  'description-unreadable': {
    status: 400,
    en: 'The description cannot be read as JSON or YAML: {reason}.',
    fr: 'La description est illisible, en JSON comme en YAML : {reason}.',
  },
  'description-version': {
    status: 400,
    en: 'The description is of another version ({version}). OpenAPI 3.0 and 3.1 are accepted; convert descriptions in Swagger 2.0 first.',
    fr: "La description est d'une autre version ({version}). OpenAPI 3.0 et 3.1 sont acceptés ; convertissez d'abord les descriptions en Swagger 2.0.",
  },
  'description-invalid': {
    status: 400,
    en: 'The description is not valid OpenAPI: {where} {what}.',
    fr: "La description n'est pas un OpenAPI valide : {where} {what}.",
  },
  'description-id-invalid': {
    status: 400,
    en: 'The description needs "x-api-id" in its "info", an identifier of 8 to 64 characters of a-z, 0-9, "-", ":" and "."; it has "{id}". Without one, send "apiId".',
    fr: 'La description doit avoir "x-api-id" dans "info", un identifiant de 8 à 64 caractères parmi a-z, 0-9, "-", ":" et "." ; elle a "{id}". Sans lui, envoyez "apiId".',
  },
  'description-id-changed': {
    status: 400,
    en: 'The "x-api-id" of a service cannot change: it is "{before}", and the description has "{after}".',
    fr: 'Le "x-api-id" d\'un service ne peut pas changer : c\'est "{before}", et la description a "{after}".',
  },
  'description-reference-external': {
    status: 400,
    en: 'The description refers to another document at {where} ({reference}). Put everything into one document.',
    fr: 'La description renvoie à un autre document à {where} ({reference}). Mettez tout dans un seul document.',
  },
  'description-too-large': {
    status: 400,
    en: 'The description has too many actions, inputs and outputs: at most {actions} actions, and {max} bytes of all of them.',
    fr: "La description a trop d'actions, d'entrées et de sorties : au plus {actions} actions, et {max} octets pour toutes.",
  },
} as const satisfies Record<string, ProblemText>
