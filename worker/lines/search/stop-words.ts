import { foldWord } from './spellings'

const stopWords: ReadonlySet<string> = new Set(
  (
    'au aux avec ce ces cet cette dans de des du elle elles en et eux il ils je la le les leur leurs lui ma mais me meme ' +
    'mes moi mon ne nos notre nous on ou par pas pour qu que qui sa se ses si son sur ta te tes toi ton tu un une vos ' +
    'votre vous c d j l a m n s t y est sont ete etait etre ont avoir'
  ).split(' '),
)

/** Whether a word is a French stop word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(foldWord(word))
}
