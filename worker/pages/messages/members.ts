/** Organizations, their members, invitations and departments. */
export const members = {
  role: { en: 'Role', fr: 'Rôle' },
  'role:admin': { en: 'administrator', fr: 'administrateur' },
  'role:contrib': { en: 'contributor', fr: 'contributeur' },
  'role:user': { en: 'reader', fr: 'lecteur' },
  remove: { en: 'Remove', fr: 'Retirer' },
  leave: { en: 'Leave', fr: 'Quitter' },
  invitations: { en: 'Invitations', fr: 'Invitations' },
  invitationsHelp: {
    en: 'No mail is sent: give the address of the invitation to whom it is for. It serves that e-mail only.',
    fr: 'Aucun courriel n’est envoyé : donnez l’adresse de l’invitation à son destinataire. Elle ne sert qu’à cette adresse e-mail.',
  },
  validUntil: { en: 'valid until {date}', fr: 'valable jusqu’au {date}' },
  department: { en: 'Department', fr: 'Département' },
  wholeOrganization: { en: 'the whole organization', fr: 'toute l’organisation' },
  invite: { en: 'Invite', fr: 'Inviter' },
  departments: { en: 'Departments', fr: 'Départements' },
  departmentsHelp: {
    en: 'Parts of the organization with their own datasets and members. Empty a name to remove a department.',
    fr: 'Des parties de l’organisation, avec leurs jeux de données et leurs membres. Videz un nom pour retirer un département.',
  },
  newDepartment: { en: 'New department', fr: 'Nouveau département' },
  invitationTitle: { en: 'Invitation', fr: 'Invitation' },
  joinTitle: { en: 'Join {organization}', fr: 'Rejoindre {organization}' },
  joinText: {
    en: 'This invitation is for {email}, in the role {role}.',
    fr: 'Cette invitation est pour {email}, dans le rôle {role}.',
  },
  join: { en: 'Join', fr: 'Rejoindre' },
  newOrganization: { en: 'New organization', fr: 'Nouvelle organisation' },
  newOrganizationHelp: {
    en: 'What it publishes belongs to it, whoever works for it. You are its first administrator.',
    fr: 'Ce qu’elle publie lui appartient, quels que soient ceux qui y travaillent. Vous en êtes le premier administrateur.',
  },
  organizationName: { en: 'Name of the organization', fr: 'Nom de l’organisation' },
  create: { en: 'Create', fr: 'Créer' },
} as const
