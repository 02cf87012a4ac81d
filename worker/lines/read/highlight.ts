import { escapeHtml } from '../../formats/html/escape'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import type { SearchRequest } from '../query/request'
import { foldWord, withoutLigatures } from '../search/spellings'
import { stem } from '../search/stemming'
import { isStopWord } from '../search/stop-words'
import { elided, tokens } from '../search/tokens'

/** Highlighting: extracts of texts with the words of a search marked. The result is safe HTML. */

const wordForm = /[\p{L}\p{N}\p{Co}\p{Mn}]+/gu

type Match = { start: number; end: number }

/** A part of a text, which a search matches or not. */
export type TextRun = { text: string; isMatch: boolean }

/** Compiles searches to a function that splits a whole text into the words that match and the text between them. */
export function marker(searches: readonly SearchRequest[]): (text: string) => TextRun[] {
  const looksFor = matcherOf(searches)
  return (text) => {
    const runs: TextRun[] = []
    let done = 0
    for (const { start, end } of matchesIn(text, looksFor)) {
      if (start > done) runs.push({ text: text.slice(done, start), isMatch: false })
      runs.push({ text: text.slice(start, end), isMatch: true })
      done = end
    }
    if (done < text.length) runs.push({ text: text.slice(done), isMatch: false })
    return runs
  }
}

/** Compiles searches to a function that returns the extracts of a text. */
export function highlighter(searches: readonly SearchRequest[]): (text: string | undefined) => string[] {
  const looksFor = matcherOf(searches)
  return (text) => {
    if (text === undefined || text === '') return []
    const matches = matchesIn(text, looksFor)
    return matches.length === 0
      ? [escapeHtml(text.slice(0, wordEnd(text, limits.lines.leadingChars)))]
      : fragmentsOf(text, matches)
  }
}

function matchesIn(text: string, looksFor: (word: string) => boolean): Match[] {
  return [...text.matchAll(wordForm)].flatMap(({ 0: word, index }) =>
    looksFor(withoutLigatures(foldWord(word))) ? { start: index, end: index + word.length } : [],
  )
}

function matcherOf(searches: readonly SearchRequest[]): (word: string) => boolean {
  const stems = new Set<string>()
  const prefixes: string[] = []
  for (const { text, mode } of searches) {
    // Excluded words occur in no match.
    const typed = text.replace(/(^|[\s(+|])-(?:"[^"]*"|\S+)/g, '$1').split(/\s+/)
    for (const [at, part] of typed.entries()) {
      const isLast = mode === 'complete' && at === typed.length - 1
      for (const word of tokens(elided(part))) {
        if (isLast || part.endsWith('*')) prefixes.push(withoutLigatures(foldWord(word)))
        if (isStopWord(word)) continue
        stems.add(stem(word))
      }
    }
  }
  return (word) => stems.has(stem(word)) || prefixes.some((prefix) => word.startsWith(prefix))
}

/** Close matches are in the same extract. */
function fragmentsOf(text: string, matches: readonly Match[]): string[] {
  const fragments: string[] = []
  let at = 0
  while (at < matches.length && fragments.length < limits.lines.maxFragments) {
    const first = matches[at]
    if (!first) break
    const from =
      first.start <= limits.lines.fragmentChars / 2 ? 0 : wordStart(text, first.start - limits.lines.fragmentChars / 2)
    const to = Math.max(first.end, wordEnd(text, from + limits.lines.fragmentChars))
    let [html, done] = ['', from]
    for (let match = matches[at]; match && match.end <= to; match = matches[++at]) {
      const marked = `<em class="highlighted">${escapeHtml(text.slice(match.start, match.end))}</em>`
      html += escapeHtml(text.slice(done, match.start)) + marked
      done = match.end
    }
    fragments.push((html + escapeHtml(text.slice(done, to))).trim())
  }
  return fragments
}

function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + limits.lines.wordReachChars).search(/\s/)
  return space < 0 ? cutText(text, at).length : at + space + 1
}

function wordEnd(text: string, at: number): number {
  const space = text.slice(at, at + limits.lines.wordReachChars).search(/\s/)
  return space < 0 ? cutText(text, at).length : at + space
}
