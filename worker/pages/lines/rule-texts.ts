/** The API writes the reasons why a line is invalid in French, whatever the language of the request: pages translate them. Pure. */

/** The messages of reasons, by which scripts of pages are given them too. */
export const ruleKeys = [
  'rule:required',
  'rule:additional',
  'rule:maximum',
  'rule:minimum',
  'rule:maxLength',
  'rule:minLength',
  'rule:type',
  'rule:label',
  'rule:format',
  'rule:duplicate',
  'rule:idTaken',
  'rule:primaryKey',
  'rule:value',
  'lineGone',
  'lineChanged',
] as const
type RuleKey = (typeof ruleKeys)[number]
type Say = (key: RuleKey, values?: Record<string, string | number>) => string

/** The reasons of the API, and their messages; a named group is a value of the message. */
const rules: readonly [RegExp, RuleKey][] = [
  [/^requiert la propriété .+ \(.+\)$/, 'rule:required'],
  [/^ne doit pas contenir de propriétés additionnelles \((?<column>.+)\)$/, 'rule:additional'],
  [/^doit être <= (?<limit>\S+) \(.+\)$/, 'rule:maximum'],
  [/^doit être >= (?<limit>\S+) \(.+\)$/, 'rule:minimum'],
  [/^ne doit pas dépasser (?<count>\d+) caractères?( \(\d+\))?$/, 'rule:maxLength'],
  [/^ne doit pas faire moins de (?<count>\d+) caractères? \(\d+\)$/, 'rule:minLength'],
  [/^ne doit pas contenir moins de 1 élément \(1\)$/, 'rule:required'],
  [/^doit être de type (?<type>\w+)$/, 'rule:type'],
  [/^doit correspondre à exactement un schéma de "oneOf"$/, 'rule:label'],
  [/^doit correspondre au format "(?<format>.+)" \(.+\)$/, 'rule:format'],
  [/^Doublon détecté : .+? \((?<columns>.+?)\) (contient|doit) .+$/, 'rule:duplicate'],
  [/^cet identifiant de ligne est déjà utilisé$/, 'rule:idTaken'],
  [/^identifiant de ligne incompatible avec la clé primaire$/, 'rule:primaryKey'],
  [/^ligne non trouvée$/, 'lineGone'],
  [/^la ligne a été modifiée entre-temps$/, 'lineChanged'],
]

/**
 * A reason in the language of the page, without the key of its column. Texts of publishers are not translated.
 *
 * @returns empty for one allowed value of a list: the reason about the list follows it
 */
export function ruleText({ say }: { say: Say }, reason: string): string {
  const [, text = reason, value] = /^(.*?) \(valeur : (.*)\)$/s.exec(reason) ?? []
  if (/^doit être égal à la constante /.test(text)) return ''
  for (const [pattern, key] of rules) {
    const match = pattern.exec(text)
    if (!match) continue
    const { count, ...values } = match.groups ?? {}
    const message = say(key, count === undefined ? values : { count: Number(count) })
    return value === undefined ? message : say('rule:value', { message, value })
  }
  return value === undefined ? text : say('rule:value', { message: text, value })
}
