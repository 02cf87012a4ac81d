import type { ProblemText } from './text'

/** Errors of captures of pages, and of thumbnails. */
export const imageProblems = {
  'capture-unavailable': {
    status: 501,
    en: 'This service has no browser for captures. The person who operates it must add the BROWSER binding.',
    fr: "Ce service n'a pas de navigateur pour les captures. La personne qui l'exploite doit ajouter le binding BROWSER.",
  },
  'capture-target-refused': {
    status: 400,
    en: 'Only same host targets are accepted: the target is a page of {origin}.',
    fr: 'Only same host targets are accepted : la cible est une page de {origin}.',
  },
  'capture-frame-refused': {
    status: 400,
    en: 'The page contains a frame of another host ({host}); only pages of this service are captured.',
    fr: "La page contient un cadre d'un autre hôte ({host}) ; seules les pages de ce service sont capturées.",
  },
  'capture-failed': {
    status: 500,
    en: 'The page could not be captured: {reason}. Check that it opens in a browser, and try again.',
    fr: "La page n'a pas pu être capturée : {reason}. Vérifiez qu'elle s'ouvre dans un navigateur, puis réessayez.",
  },
  'capture-page-refused': {
    status: 422,
    en: 'The page of the target cannot be captured: {reason}. Check its address, and that you may read it.',
    fr: 'La page de la cible ne peut pas être capturée : {reason}. Vérifiez son adresse, et que vous pouvez la lire.',
  },
  'capture-footer-refused': {
    status: 400,
    en: 'The footer cannot be printed. Use plain elements with styles of their own: scripts, style sheets, frames and addresses of pictures are not loaded; a picture may be a data: URL.',
    fr: "Le pied de page ne peut pas être imprimé. Utilisez des éléments simples avec leurs propres styles : scripts, feuilles de style, cadres et adresses d'images ne sont pas chargés ; une image peut être une URL data:.",
  },
  'capture-busy': {
    status: 503,
    en: 'All browsers are busy. Try again in {seconds} s.',
    fr: 'Tous les navigateurs sont occupés. Réessayez dans {seconds} s.',
  },
  'thumbnail-none': {
    status: 404,
    en: "This dataset doesn't have an image.",
    fr: "This dataset doesn't have an image. Ce jeu de données n'a pas d'image.",
  },
  'application-thumbnail-unknown': {
    status: 404,
    en: 'The image of this application does not exist any more.',
    fr: "L'image de cette application n'existe plus.",
  },
  'thumbnail-unknown': {
    status: 404,
    en: 'This thumbnail does not match a URL from this dataset.',
    fr: 'This thumbnail does not match a URL from this dataset. Cette vignette ne correspond à aucune image de ce jeu de données.',
  },
} as const satisfies Record<string, ProblemText>
