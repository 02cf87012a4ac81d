import type { ProblemText } from './text'

export const thumbnailProblems = {
  'thumbnail-none': {
    status: 404,
    en: "This dataset doesn't have an image.",
    fr: "Ce jeu de données n'a pas d'image.",
  },
  'thumbnail-unknown': {
    status: 404,
    en: 'This thumbnail does not match a URL from this dataset.',
    fr: 'Cette vignette ne correspond à aucune image de ce jeu de données.',
  },
} as const satisfies Record<string, ProblemText>
