/** Organizations, their members, invitations and departments. */
export const members = {
  role: { en: 'Role', fr: 'Rôle' },
  'role:admin': { en: 'administrator', fr: 'administrateur' },
  'role:contrib': { en: 'contributor', fr: 'contributeur' },
  'role:user': { en: 'reader', fr: 'lecteur' },
  rolesHelp: {
    en: 'Administrators manage members, settings and everything that is published. Contributors publish and edit. Readers see what is open to the organization.',
    fr: 'Les administrateurs gèrent les membres, les paramètres et tout ce qui est publié. Les contributeurs publient et modifient. Les lecteurs consultent ce qui est ouvert à l’organisation.',
  },
  remove: { en: 'Remove', fr: 'Retirer' },
  leave: { en: 'Leave', fr: 'Quitter' },
  removeMemberWarning: {
    en: 'This person will lose access to the datasets of the organization.',
    fr: 'Cette personne perdra l’accès aux jeux de données de l’organisation.',
  },
  leaveWarning: {
    en: 'You will lose access to the datasets of the organization. To come back you need an invitation.',
    fr: 'Vous perdrez l’accès aux jeux de données de l’organisation. Pour revenir, il vous faudra une invitation.',
  },
  removeInvitationWarning: {
    en: 'The link of this invitation will no longer work.',
    fr: 'Le lien de cette invitation ne fonctionnera plus.',
  },
  'done:role': { en: 'The role was changed.', fr: 'Le rôle a été modifié.' },
  'done:memberRemoved': { en: 'The member was removed.', fr: 'Le membre a été retiré.' },
  'done:invited': {
    en: 'The invitation was created. Send its link to the person.',
    fr: 'L’invitation a été créée. Transmettez son lien à la personne.',
  },
  'done:invitedByMail': { en: 'The invitation was sent by e-mail.', fr: 'L’invitation a été envoyée par e-mail.' },
  'done:invitationRemoved': { en: 'The invitation was removed.', fr: 'L’invitation a été retirée.' },
  invitations: { en: 'Invitations', fr: 'Invitations' },
  invitationsHelp: {
    en: 'No e-mail is sent: send the invitation link to the person yourself. It is valid for that e-mail address only.',
    fr: 'Aucun e-mail n’est envoyé : transmettez vous-même le lien d’invitation. Il n’est valable que pour cette adresse e-mail.',
  },
  invitationsMailed: {
    en: 'The invitation is sent by e-mail. You can also send its link yourself: it is valid for that e-mail address only.',
    fr: 'L’invitation est envoyée par e-mail. Vous pouvez aussi transmettre vous-même son lien : il n’est valable que pour cette adresse e-mail.',
  },
  validUntil: { en: 'valid until {date}', fr: 'valable jusqu’au {date}' },
  department: { en: 'Department', fr: 'Direction' },
  wholeOrganization: { en: 'the whole organization', fr: 'toute l’organisation' },
  invite: { en: 'Invite', fr: 'Inviter' },
  departments: { en: 'Departments', fr: 'Directions' },
  departmentsHelp: {
    en: 'Departments have their own datasets and members.',
    fr: 'Les directions ont leurs propres jeux de données et leurs propres membres.',
  },
  departmentName: { en: 'Name of the department {name}', fr: 'Nom de la direction {name}' },
  deleteDepartment: { en: 'Delete', fr: 'Supprimer' },
  deleteDepartmentWarning: {
    en: 'The members of “{name}” lose access to its datasets, unless they are also members of the whole organization.',
    fr: 'Les membres de « {name} » perdent l’accès à ses jeux de données, sauf s’ils sont aussi membres de toute l’organisation.',
  },
  addDepartment: { en: 'Add the department', fr: 'Ajouter la direction' },
  newDepartment: { en: 'New department', fr: 'Nouvelle direction' },
  invitationTitle: { en: 'Invitation', fr: 'Invitation' },
  joinTitle: { en: 'Join {organization}', fr: 'Rejoindre {organization}' },
  joinText: {
    en: 'This invitation is for {email}, with the role {role}.',
    fr: 'Cette invitation est pour {email}, avec le rôle {role}.',
  },
  joined: {
    en: 'You are now a member of {organization}, with the role {role}.',
    fr: 'Vous êtes maintenant membre de {organization}, avec le rôle {role}.',
  },
  join: { en: 'Join', fr: 'Rejoindre' },
  newOrganization: { en: 'New organization', fr: 'Nouvelle organisation' },
  newOrganizationHelp: {
    en: 'Datasets published by an organization belong to it, whoever its members are. You will be its first administrator.',
    fr: 'Les jeux de données publiés par une organisation lui appartiennent, quels que soient ses membres. Vous en serez le premier administrateur.',
  },
  deleteOrganization: { en: 'Delete the organization', fr: 'Supprimer l’organisation' },
  deleteOrganizationHelp: {
    en: 'Delete or transfer its datasets, visualizations and collectors first.',
    fr: 'Supprimez ou transférez d’abord ses jeux de données, ses visualisations et ses collecteurs.',
  },
  deleteOrganizationWarning: {
    en: 'Its members, invitations, departments, API keys, webhooks and settings are deleted permanently.',
    fr: 'Ses membres, invitations, directions, clés d’API, webhooks et paramètres sont supprimés définitivement.',
  },
  typeName: { en: 'Type “{name}” to confirm', fr: 'Saisissez « {name} » pour confirmer' },
  typeNameWrong: {
    en: 'This is not the name of the organization. Nothing was deleted.',
    fr: 'Ce n’est pas le nom de l’organisation. Rien n’a été supprimé.',
  },
  'done:ownOrganization': {
    en: 'Organization created. You now act for it: what you publish belongs to it.',
    fr: 'Organisation créée. Vous agissez maintenant pour elle : ce que vous publiez lui appartient.',
  },
  'done:organizationDeleted': { en: 'The organization was deleted.', fr: 'L’organisation a été supprimée.' },
  organizationId: { en: 'Identifier in the API:', fr: 'Identifiant dans l’API :' },
  organizationPresentation: { en: 'Presentation', fr: 'Présentation' },
  organizationPresentationHelp: {
    en: 'Everybody sees the description and the logo: on the list of the datasets of the organization, and on their pages.',
    fr: 'La description et le logo sont visibles de tous : sur la liste des jeux de données de l’organisation, et sur leurs pages.',
  },
  organizationName: { en: 'Name of the organization', fr: 'Nom de l’organisation' },
  create: { en: 'Create', fr: 'Créer' },
} as const
