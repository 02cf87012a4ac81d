/**
 * The sentences that say why a line is refused. The API writes them in French, whatever the language of the request: clients
 * read them. Pages recognize them by the same table, to say them in their language. Pure.
 */
const sentences = {
  required: 'requiert la propriété {column} ({column})',
  additional: 'ne doit pas contenir de propriétés additionnelles ({column})',
  maximum: 'doit être <= {limit} (comparison=<=, limit={limit})',
  minimum: 'doit être >= {limit} (comparison=>=, limit={limit})',
  maxLength: 'ne doit pas dépasser {count} caractère{s} ({count})',
  idLength: 'doit avoir de 1 à {count} caractères',
  minLength: 'ne doit pas faire moins de {count} caractère{s} ({count})',
  minItems: 'ne doit pas contenir moins de 1 élément (1)',
  type: 'doit être de type {type}',
  constant: 'doit être égal à la constante ({label})',
  label: 'doit correspondre à exactement un schéma de "oneOf"',
  format: 'doit correspondre au format "{format}" ({format})',
  unique:
    'Doublon détecté : le champ ({columns}) contient déjà cette valeur. Chaque valeur de la colonne {columns} doit être unique.',
  uniquePair: 'Doublon détecté : le couple ({columns}) doit être unique.',
  uniqueSet: 'Doublon détecté : la combinaison ({columns}) doit être unique.',
  primaryKey: 'identifiant de ligne incompatible avec la clé primaire',
  idTaken: 'cet identifiant de ligne est déjà utilisé',
  severalLines: 'plusieurs lignes ont ces valeurs ({columns})',
  missing: 'ligne non trouvée',
  changed: 'la ligne a été modifiée entre-temps',
  illFormed: "n'est pas de l'Unicode bien formé (moitié de paire de substitution sans l'autre)",
} as const

export type LineRule = keyof typeof sentences
type RuleValues = Readonly<Record<string, string | number>>

/** The sentence of a rule. `{s}` is the plural of `count`. */
export function ruleSentence(rule: LineRule, values: RuleValues = {}): string {
  return sentences[rule].replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 's' ? (Number(values.count) > 1 ? 's' : '') : String(values[name] ?? ''),
  )
}

/** The rule of a sentence, and its values; undefined for the texts of publishers. */
export function ruleOf(sentence: string): { rule: LineRule; values: RuleValues } | undefined {
  for (const [rule, form] of forms) {
    const match = form.exec(sentence)
    if (match) return { rule, values: { ...match.groups } }
  }
  return undefined
}

/** Separates the reasons of one line: each begins with the pointer of a value, or is about the line. */
export const splitReasons = (reasons: string): string[] => reasons.split(separator)

/** The text of a reason, and the JSON of the refused value that follows it. */
export function splitValue(reason: string): { text: string; value?: string } {
  const [, text, value] = valueForm.exec(reason) ?? []
  return text === undefined || value === undefined ? { text: reason } : { text, value }
}

/** A reason with the JSON of the refused value. */
export const withValue = (text: string, value: string): string => `${text} (valeur : ${value})`

const valueForm = /^(.*?) \(valeur : (.*)\)$/s

// The keys of the table are its rules.
const forms = (Object.entries(sentences) as [LineRule, string][]).map(
  ([rule, text]) => [rule, patternOf(text)] as const,
)

/** The pattern of a sentence with `{name}` in it, for a value: a name that comes again stands for the same value. */
export function patternOf(sentence: string, value = '.+'): RegExp {
  const names = new Set<string>()
  const pattern = sentence.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return escaped(part)
    if (part === 's') return 's?'
    if (names.has(part)) return `\\k<${part}>`
    names.add(part)
    return `(?<${part}>${value})`
  })
  return new RegExp(`^${pattern.join('')}$`, 's')
}

const ofLine = [sentences.required, sentences.additional].map((text) => escaped(text.slice(0, text.indexOf('{'))))
const separator = new RegExp(`, (?=/|${ofLine.join('|')})`)

/** A text as the pattern that matches it. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
