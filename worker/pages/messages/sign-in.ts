/** The reset of a password. */
export const signIn = {
  forgottenPassword: { en: 'Forgotten password', fr: 'Mot de passe oublié' },
  forgottenPasswordHelp: {
    en: 'Enter the e-mail address of your account: you will receive a link to choose a new password.',
    fr: 'Indiquez l’adresse e-mail de votre compte : vous recevrez un lien pour choisir un nouveau mot de passe.',
  },
  forgottenPasswordNoMail: {
    en: 'This service cannot send e-mail. If your account has a passkey, sign in with it; otherwise ask the person who operates the service for a link.',
    fr: 'Ce service ne peut pas envoyer d’e-mail. Si votre compte a une clé d’accès, connectez-vous avec elle ; sinon, demandez un lien à la personne qui exploite le service.',
  },
  resetSent: {
    en: 'If this address has an account, a link has been sent to it. It works for {duration}. If nothing arrives, look in your spam folder and check the address.',
    fr: 'Si un compte correspond à cette adresse, un lien vient d’y être envoyé. Il fonctionne pendant {duration}. Si rien n’arrive, regardez dans vos courriers indésirables et vérifiez l’adresse.',
  },
  forgottenPasswordLogged: {
    en: 'Enter the e-mail address of your account. E-mail is not set up: the link to choose a new password is written to the log of the service. Ask the person who operates it for the link.',
    fr: 'Indiquez l’adresse e-mail de votre compte. L’envoi d’e-mails n’est pas configuré : le lien pour choisir un nouveau mot de passe est écrit dans le journal du service. Demandez-le à la personne qui l’exploite.',
  },
  resetLogged: {
    en: 'If this address has an account, a link was written to the log of the service. Ask the person who operates it for the link. It works for {duration}.',
    fr: 'Si un compte correspond à cette adresse, un lien a été écrit dans le journal du service. Demandez-le à la personne qui l’exploite. Il fonctionne pendant {duration}.',
  },
  resetRemovesOthers: {
    en: 'The e-mail address of this account was never confirmed: two-factor authentication is turned off too, and sign-in providers and API keys are removed. Someone else may have set them up.',
    fr: 'L’adresse e-mail de ce compte n’a jamais été confirmée : l’authentification à deux facteurs est aussi désactivée, et les fournisseurs de connexion et les clés d’API sont retirés. Une autre personne a pu les configurer.',
  },
  accountCreated: { en: 'Your account is ready', fr: 'Votre compte est prêt' },
  confirmationSent: {
    en: 'We sent a message to {email}: open its link to confirm the address.',
    fr: 'Un message a été envoyé à {email} : ouvrez son lien pour confirmer l’adresse.',
  },
  continueSignedUp: { en: 'Continue', fr: 'Continuer' },
  sendLink: { en: 'Send the link', fr: 'Envoyer le lien' },
  sendLinkAgain: { en: 'Send another link', fr: 'Envoyer un autre lien' },
  askNewLink: { en: 'Ask for a new link', fr: 'Demander un nouveau lien' },
  backToSignIn: { en: 'Back to sign-in', fr: 'Retour à la connexion' },
  enterCode: { en: 'Enter a code', fr: 'Saisir un code' },
  enterCodeHelp: {
    en: 'Open your authenticator app and enter the code that it shows for this service.',
    fr: 'Ouvrez votre application d’authentification et saisissez le code qu’elle affiche pour ce service.',
  },
  codeRefused: {
    en: 'The code is wrong, or was used already. Wait for the next one and try again.',
    fr: 'Le code est incorrect, ou a déjà été utilisé. Attendez le suivant et recommencez.',
  },
  codeLost: {
    en: 'Without the app, enter one of your recovery codes, or sign in with a passkey.',
    fr: 'Sans l’application, saisissez un de vos codes de secours, ou connectez-vous avec une clé d’accès.',
  },
  chooseNewPassword: { en: 'Choose a new password', fr: 'Choisir un nouveau mot de passe' },
  chooseNewPasswordHelp: {
    en: 'You will be signed out everywhere, then sign in with the new password.',
    fr: 'Vous serez déconnecté partout, puis vous vous connecterez avec le nouveau mot de passe.',
  },
  nextPassword: {
    en: 'New password (at least {count} character)|New password (at least {count} characters)',
    fr: 'Nouveau mot de passe (au moins {count} caractère)|Nouveau mot de passe (au moins {count} caractères)',
  },
  changePassword: { en: 'Change the password', fr: 'Changer le mot de passe' },
  passwordLength: {
    en: 'Choose a password of at least {count} characters, and at most {most}.',
    fr: 'Choisissez un mot de passe d’au moins {count} caractères, et d’au plus {most}.',
  },
} as const
