/** The site as applications of data-fair read it, to have the colours of the instance. Pure. */

/** The names of the colours are those of Vuetify, with `text-…` for texts in a colour. */
type Colors = Record<string, string>
export type InstanceSite = {
  main: true
  authMode: 'onlyLocal'
  theme: { logo?: string; colors: Colors; dark: true; darkColors: Colors; hc: false; hcDark: false }
}

const defaultColor = '#0b6654'
const [white, ink] = ['#ffffff', '#1a211f']

/** @param color that of links and buttons, dark enough for white text */
export function siteOf({
  color = defaultColor,
  logo,
}: {
  color?: string | undefined
  logo?: string | undefined
}): InstanceSite {
  return {
    main: true,
    authMode: 'onlyLocal',
    theme: {
      ...(logo === undefined ? {} : { logo }),
      colors: {
        ...{ background: '#fafafa', 'on-background': ink, surface: white, 'on-surface': ink },
        ...{ 'surface-inverse': ink, 'on-surface-inverse': white },
        ...named({ primary: color, secondary: '#4c5753', accent: color, info: '#1f5f8b', warning: '#8a4b00' }),
        ...named({ error: '#a8261c', success: '#1d6b35', admin: '#a8261c' }),
      },
      dark: true,
      darkColors: {
        ...{ background: '#101614', 'on-background': white, surface: ink, 'on-surface': white },
        ...{ 'surface-inverse': '#fafafa', 'on-surface-inverse': ink },
        ...named({ primary: color, secondary: '#4c5753', accent: color, info: '#1f5f8b', warning: '#8a4b00' }, lighter),
        ...named({ error: '#a8261c', success: '#1d6b35', admin: '#a8261c' }, lighter),
      },
      hc: false,
      hcDark: false,
    },
  }
}

/** Colours for white text on them, and the colours of texts on a page. */
function named(colors: Colors, onPage = (color: string) => color): Colors {
  return Object.fromEntries(
    Object.entries(colors).flatMap(([name, color]) => [
      [name, color],
      [`on-${name}`, white],
      [`text-${name}`, onPage(color)],
    ]),
  )
}

/** For dark pages: two parts of white to one of the colour. */
function lighter(color: string): string {
  const bytes = [1, 3, 5].map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) + 2 * 255) / 3))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** CSS rules of the `text-*` classes of the colours of the theme. Vuetify defines these colours for backgrounds only. */
export function siteStyles({ theme }: InstanceSite): string {
  const rules = (colors: Colors, parent: string) =>
    Object.entries(colors)
      .filter(([name]) => name.startsWith('text-'))
      .map(([name, color]) => `${parent} .${name} { color: ${color} !important; }\n`)
  return [...rules(theme.colors, '.v-theme--default'), ...rules(theme.darkColors, '.v-theme--dark')].join('')
}
