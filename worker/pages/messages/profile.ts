/** The profile of a user, and what protects its account. */
export const profile = {
  'settings:profile': { en: 'Profile and security', fr: 'Profil et sécurité' },
  profile: { en: 'Profile', fr: 'Profil' },
  confirm: { en: 'Confirm', fr: 'Confirmer' },
  'done:saved': { en: 'Saved.', fr: 'Enregistré.' },
  'done:name': { en: 'Your name was changed.', fr: 'Votre nom a été modifié.' },
  'done:email': {
    en: 'A link was sent to the new address, unless another account has it. Open it to confirm the change.',
    fr: 'Un lien a été envoyé à la nouvelle adresse, sauf si un autre compte l’utilise. Ouvrez-le pour confirmer le changement.',
  },
  'done:emailCancelled': {
    en: 'The change of your e-mail address was cancelled.',
    fr: 'Le changement de votre adresse e-mail a été annulé.',
  },
  emailPending: { en: 'Waiting for confirmation: {email}', fr: 'En attente de confirmation : {email}' },
  sendAgain: { en: 'Send again', fr: 'Renvoyer le lien' },
  cancelEmailChange: { en: 'Cancel the change of the address', fr: 'Annuler le changement d’adresse' },
  mailLogged: {
    en: 'E-mail is not set up: messages are written to the log of the service.',
    fr: 'L’envoi d’e-mails n’est pas configuré : les messages sont écrits dans le journal du service.',
  },
  passkeysUnavailable: {
    en: 'Not available here: passkeys need a recent browser and an https address with a domain name.',
    fr: 'Indisponibles ici : les clés d’accès demandent un navigateur récent et une adresse https avec un nom de domaine.',
  },
  'done:verification': { en: 'A link was sent to your address.', fr: 'Un lien a été envoyé à votre adresse.' },
  'done:confirmed': { en: 'Your e-mail address is confirmed.', fr: 'Votre adresse e-mail est confirmée.' },
  'done:password': {
    en: 'Your password was changed, and your other sessions were ended.',
    fr: 'Votre mot de passe a été modifié, et vos autres sessions ont été fermées.',
  },
  'done:session': { en: 'The session was ended.', fr: 'La session a été fermée.' },
  'done:sessions': { en: 'Your other sessions were ended.', fr: 'Vos autres sessions ont été fermées.' },
  'done:passkey': { en: 'The passkey was added.', fr: 'La clé d’accès a été ajoutée.' },
  'done:passkeyRemoved': { en: 'The passkey was removed.', fr: 'La clé d’accès a été retirée.' },
  removePasskeyWarning: {
    en: 'You will no longer be able to sign in with this passkey.',
    fr: 'Vous ne pourrez plus vous connecter avec cette clé d’accès.',
  },
  'told:reset': {
    en: 'Your password was changed, and you were signed out everywhere. Sign in with the new password.',
    fr: 'Votre mot de passe a été modifié, et vous avez été déconnecté partout. Connectez-vous avec le nouveau mot de passe.',
  },
  'told:resetUnconfirmed': {
    en: 'Your password was changed, and you were signed out everywhere. Your e-mail address had never been confirmed: two-factor authentication was turned off, and sign-in providers and API keys were removed. Sign in with the new password, then set them up again.',
    fr: 'Votre mot de passe a été modifié, et vous avez été déconnecté partout. Votre adresse e-mail n’avait jamais été confirmée : l’authentification à deux facteurs a été désactivée, et les fournisseurs de connexion et les clés d’API ont été retirés. Connectez-vous avec le nouveau mot de passe, puis configurez-les de nouveau.',
  },
  'told:deleted': { en: 'Your account was deleted.', fr: 'Votre compte a été supprimé.' },
  'done:recoveryCodes': {
    en: 'Two-factor authentication is on. Keep these codes.',
    fr: 'L’authentification à deux facteurs est activée. Conservez ces codes.',
  },
  'done:twoFactorOff': {
    en: 'Two-factor authentication was turned off.',
    fr: 'L’authentification à deux facteurs a été désactivée.',
  },
  twoFactor: { en: 'Two-factor authentication', fr: 'Authentification à deux facteurs' },
  twoFactorOn: { en: 'on', fr: 'activée' },
  twoFactorOff: { en: 'off', fr: 'désactivée' },
  twoFactorHelp: {
    en: 'After your password, sign-in asks for a code from an authenticator app. A passkey needs no code.',
    fr: 'Après votre mot de passe, la connexion demande un code d’une application d’authentification. Une clé d’accès n’en demande pas.',
  },
  twoFactorUnconfirmed: {
    en: 'Your e-mail address is not confirmed: a reset of the password turns two-factor authentication off. Confirm the address to keep it.',
    fr: 'Votre adresse e-mail n’est pas confirmée : une réinitialisation du mot de passe désactive l’authentification à deux facteurs. Confirmez l’adresse pour la conserver.',
  },
  turnOn: { en: 'Turn on', fr: 'Activer' },
  turnOff: { en: 'Turn off', fr: 'Désactiver' },
  turnTwoFactorOn: { en: 'Turn on two-factor authentication', fr: 'Activer l’authentification à deux facteurs' },
  scanCode: {
    en: 'Scan this code with an authenticator app on your phone, then enter the code that it shows.',
    fr: 'Scannez ce code avec une application d’authentification sur votre téléphone, puis saisissez le code qu’elle affiche.',
  },
  qrCode: { en: 'QR code for an authenticator app', fr: 'Code QR pour une application d’authentification' },
  typeSecret: {
    en: 'If you cannot scan it, enter this key in the app:',
    fr: 'Si vous ne pouvez pas le scanner, saisissez cette clé dans l’application :',
  },
  codeOfApplication: { en: 'Code from the app', fr: 'Code de l’application' },
  codeOrRecovery: {
    en: 'Code from the app, or a recovery code',
    fr: 'Code de l’application, ou code de secours',
  },
  recoveryCodes: { en: 'Recovery codes', fr: 'Codes de secours' },
  recoveryCodesHelp: {
    en: 'Each of these codes signs you in once, when you do not have your phone. Keep them in a safe place: they will not be shown again.',
    fr: 'Chacun de ces codes vous connecte une fois, quand vous n’avez pas votre téléphone. Conservez-les en lieu sûr : ils ne seront plus affichés.',
  },
  downloadCodes: { en: 'Download the codes', fr: 'Télécharger les codes' },
  recoveryCodesFile: { en: 'recovery-codes', fr: 'codes-de-secours' },
  recoveryCodesKept: { en: 'I have kept them', fr: 'Je les ai conservés' },
  recoveryCodesLeft: {
    en: '{count} recovery code is left.|{count} recovery codes are left.',
    fr: 'Il reste {count} code de secours.|Il reste {count} codes de secours.',
  },
  newRecoveryCodes: { en: 'New recovery codes', fr: 'Nouveaux codes de secours' },
  emailVerified: { en: 'confirmed', fr: 'confirmée' },
  emailUnverified: { en: 'not confirmed', fr: 'non confirmée' },
  confirmToOpen: {
    en: 'If it was shared with {email}, confirm this address first: a message was sent to you.',
    fr: 'Si l’accès a été donné à {email}, confirmez d’abord cette adresse : un message vous a été envoyé.',
  },
  emailUnverifiedHelp: {
    en: 'Access given to your address takes effect once it is confirmed.',
    fr: 'Les accès donnés à votre adresse prennent effet dès qu’elle est confirmée.',
  },
  sendVerification: { en: 'Send a confirmation link', fr: 'Envoyer un lien de confirmation' },
  emailFixed: {
    en: 'This service cannot send e-mail: your address cannot be changed.',
    fr: 'Ce service ne peut pas envoyer d’e-mail : votre adresse ne peut pas être changée.',
  },
  changeEmailHelp: {
    en: 'The new address replaces this one when you open the link that is sent to it.',
    fr: 'La nouvelle adresse remplace celle-ci quand vous ouvrez le lien qui y est envoyé.',
  },
  newEmail: { en: 'New e-mail address', fr: 'Nouvelle adresse e-mail' },
  changeEmail: { en: 'Change the address', fr: 'Changer l’adresse' },
  confirmEmail: { en: 'Confirm your e-mail address', fr: 'Confirmer votre adresse e-mail' },
  confirmEmailHelp: {
    en: 'This will be the address of your account: you will sign in with it.',
    fr: 'Cette adresse sera celle de votre compte : vous vous connecterez avec elle.',
  },
  confirmOwnEmailHelp: {
    en: 'Confirm that this address is yours.',
    fr: 'Confirmez que cette adresse est la vôtre.',
  },
  currentPassword: { en: 'Current password', fr: 'Mot de passe actuel' },
  passwordWrong: { en: 'The current password is wrong.', fr: 'Le mot de passe actuel est incorrect.' },
  changePasswordHelp: {
    en: 'Your other sessions will be ended.',
    fr: 'Vos autres sessions seront fermées.',
  },
  noPassword: {
    en: 'Your account has no password: you sign in another way.',
    fr: 'Votre compte n’a pas de mot de passe : vous vous connectez autrement.',
  },
  askPassword: { en: 'Choose a password', fr: 'Choisir un mot de passe' },
  sessions: { en: 'Sessions', fr: 'Sessions' },
  sessionsHelp: {
    en: 'Browsers and programs that are signed in to your account. End those that you do not recognize, and change your password.',
    fr: 'Les navigateurs et programmes connectés à votre compte. Fermez ceux que vous ne reconnaissez pas, et changez votre mot de passe.',
  },
  thisSession: { en: 'this session', fr: 'cette session' },
  unknownDevice: { en: 'Unknown device', fr: 'Appareil inconnu' },
  signedInOn: { en: 'signed in on {date}', fr: 'connexion du {date}' },
  usedNow: { en: 'in use now', fr: 'en cours d’utilisation' },
  usedOn: { en: 'used on {date}', fr: 'utilisation le {date}' },
  endSession: { en: 'Sign out', fr: 'Déconnecter' },
  endSessionWarning: {
    en: 'This browser or program will be signed out.',
    fr: 'Ce navigateur ou programme sera déconnecté.',
  },
  endOtherSessions: { en: 'Sign out all others', fr: 'Déconnecter tous les autres' },
  endOtherSessionsWarning: {
    en: 'Only this browser stays signed in.',
    fr: 'Seul ce navigateur restera connecté.',
  },
  deleteAccount: { en: 'Delete the account', fr: 'Supprimer le compte' },
  deleteAccountHelp: {
    en: 'Possible once your account owns no dataset, visualization or collector, and every organization has another administrator.',
    fr: 'Possible quand votre compte ne possède plus de jeu de données, de visualisation ni de collecteur, et que chaque organisation a un autre administrateur.',
  },
  deleteAccountWarning: {
    en: 'The account of {email} will be deleted permanently, with its sessions, passkeys, API keys and memberships.',
    fr: 'Le compte de {email} sera supprimé définitivement, avec ses sessions, ses clés d’accès, ses clés d’API et ses appartenances.',
  },
} as const
