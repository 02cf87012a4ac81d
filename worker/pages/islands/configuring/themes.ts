import { leadingColor } from '../../../../applications/shared/legends/palette'

/** The colours of the pages, for the form library, which computes others from them. */
export const themesIn = (color: string | undefined) => ({
  light: {
    dark: false,
    colors: {
      primary: leadingColor(color ?? null, 'light'),
      secondary: '#4c5753',
      info: leadingColor(color ?? null, 'light'),
      error: '#a8261c',
      background: '#ffffff',
      surface: '#ffffff',
    },
  },
  dark: {
    dark: true,
    colors: {
      primary: leadingColor(color ?? null, 'dark'),
      secondary: '#b3c0ba',
      info: leadingColor(color ?? null, 'dark'),
      error: '#ff9d92',
      background: '#101614',
      surface: '#1b2421',
      'surface-bright': '#e8eeeb',
    },
  },
})
