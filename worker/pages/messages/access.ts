/** Who may see and change a dataset or a visualization. */
export const access = {
  peopleWithAccess: { en: 'People with access', fr: 'Personnes ayant accès' },
  administratorsOf: { en: 'Administrators of {name}', fr: 'Administrateurs de {name}' },
  membersOf: { en: 'Members of {name}', fr: 'Membres de {name}' },
  contributorsOf: { en: 'Contributors of {name}', fr: 'Contributeurs de {name}' },
  'level:read': { en: 'can read', fr: 'peut lire' },
  'level:write': { en: 'can read and edit', fr: 'peut lire et modifier' },
  'level:admin': { en: 'can do everything', fr: 'peut tout faire' },
  'level:custom': { en: 'custom access', fr: 'accès particulier' },
  removeAccess: { en: 'Remove', fr: 'Retirer' },
  giveAccess: { en: 'Give access', fr: 'Donner accès' },
  giveAccessHelp: {
    en: 'People named by an address get access once they have signed in with that address and verified it.',
    fr: 'Une personne désignée par une adresse a accès dès qu’elle s’est connectée avec cette adresse et l’a vérifiée.',
  },
  who: { en: 'Who', fr: 'Qui' },
  'who:email': { en: 'A person, by e-mail address', fr: 'Une personne, par son adresse e-mail' },
  'who:organization': { en: 'Another organization, by id', fr: 'Une autre organisation, par son identifiant' },
  'who:signed-in': { en: 'Everyone who is signed in', fr: 'Toutes les personnes connectées' },
  whoName: { en: 'Address or id', fr: 'Adresse ou identifiant' },
  mayDo: { en: 'What they can do', fr: 'Ce qu’elles peuvent faire' },
  viewAsVisitor: { en: 'View as a visitor', fr: 'Voir comme un visiteur' },
  visitorBar: { en: 'You see this page as a visitor.', fr: 'Vous voyez cette page comme un visiteur.' },
  visitorBarHelp: {
    en: 'Nothing can be changed here.',
    fr: 'Rien ne peut être modifié ici.',
  },
  visitorBarRefused: {
    en: 'A visitor without an account gets this page, and the error {status}.',
    fr: 'Un visiteur sans compte reçoit cette page, avec l’erreur {status}.',
  },
  visitorBack: { en: 'Back to your view', fr: 'Revenir à votre vue' },
} as const
