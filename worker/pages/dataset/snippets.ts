/** The same request in the languages of data users. Each needs nothing but the language, except R (jsonlite). Pure. */

export const snippetLanguages = ['curl', 'javascript', 'python', 'r'] as const
type SnippetLanguage = (typeof snippetLanguages)[number]

export const snippetNames: Record<SnippetLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  r: 'R',
}

/** Code that prints the lines of a request. `needsKey`: the dataset is not public. */
export function snippet(language: SnippetLanguage, url: string, needsKey: boolean): string {
  switch (language) {
    case 'curl':
      return `curl ${needsKey ? '-H "x-apiKey: $API_KEY" ' : ''}'${url.replaceAll("'", '%27')}'`
    case 'javascript':
      return [
        `const answer = await fetch(${quoted(url)}${needsKey ? ", {\n  headers: { 'x-apiKey': process.env.API_KEY },\n}" : ''})`,
        'const { total, results } = await answer.json()',
        'console.log(total, results)',
      ].join('\n')
    case 'python':
      return [
        'import json',
        ...(needsKey ? ['import os'] : []),
        'from urllib.request import Request, urlopen',
        '',
        `request = Request(${quoted(url)}${needsKey ? ', headers={"x-apiKey": os.environ["API_KEY"]}' : ''})`,
        'with urlopen(request) as answer:',
        '    page = json.load(answer)',
        'print(page["total"], page["results"])',
      ].join('\n')
    case 'r':
      return [
        'library(jsonlite)',
        '',
        needsKey
          ? `page <- fromJSON(url(${quoted(url)}, headers = c("x-apiKey" = Sys.getenv("API_KEY"))))`
          : `page <- fromJSON(${quoted(url)})`,
        'print(page$total)',
        'print(page$results)',
      ].join('\n')
  }
}

/** A text between double quotes: the three languages support the escapes of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text)
}
