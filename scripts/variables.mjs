// The variables of an instance, as the table of the README describes them.

/** @returns {{ name: string, default: string, meaning: string }[]} in the order of the table, without Markdown */
export function readVariables(readme) {
  return [...readme.matchAll(/^\| `([A-Z][A-Z_]*)` \| (.*?) \| (.*) \|$/gm)].map(([, name, fallback, meaning]) => ({
    name,
    default: plain(fallback),
    meaning: plain(meaning),
  }))
}

/** The text of Markdown without code marks and links. */
const plain = (markdown) => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
