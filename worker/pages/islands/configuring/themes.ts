/** The colours of the pages, for the form library, which computes others from them. */
export const themes = {
  light: {
    dark: false,
    colors: {
      primary: '#0b6654',
      secondary: '#4c5753',
      info: '#0b6654',
      error: '#a8261c',
      background: '#ffffff',
      surface: '#ffffff',
    },
  },
  dark: {
    dark: true,
    colors: {
      primary: '#63cfb4',
      secondary: '#b3c0ba',
      info: '#63cfb4',
      error: '#ff9d92',
      background: '#101614',
      surface: '#1b2421',
      'surface-bright': '#e8eeeb',
    },
  },
}
