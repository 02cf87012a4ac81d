/** The documents of the service itself among the pages of applications: they need no session, and no script. Pure. */
import type { Language } from '../errors'
import { attributeText } from './escape'

/**
 * The Content-Security-Policy of a document of this service. It runs no script.
 *
 * @param framed whether pages of all sites may frame the document
 */
export const serviceDocumentPolicy = (framed: boolean): string =>
  `default-src 'none'; style-src 'self'; font-src 'self'; img-src *; base-uri 'none'; frame-ancestors ${framed ? '*' : "'none'"}`

/** @param main HTML */
export function serviceDocument(shown: { title: string; main: string; language: Language; baseUrl: string }): string {
  const { title, main, language, baseUrl } = shown
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${attributeText(title)}</title>
<link rel="icon" href="${attributeText(`${baseUrl}/assets/mark.svg`)}" type="image/svg+xml">
<link rel="stylesheet" href="${attributeText(`${baseUrl}/assets/build/fairway.css`)}">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}
