/** The browser and the system of a `User-Agent`, for people to recognize. Pure. */

/** A `User-Agent` also names the ancestors of its browser: the most specific pattern comes first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const maxProgramChars = 40

/** Such as `Firefox, Windows`; for a program its own name, such as `curl/8.5.0`. Empty when it tells nothing. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = nameIn(browsers)
  if (!browser) return (agent.split(' ')[0] ?? '').slice(0, maxProgramChars)
  return [browser, nameIn(systems)].filter(Boolean).join(', ')
}
