// The command line of `npm start`: it has no options but --help, everything else is a variable.
import { parseArgs } from 'node:util'

/** @returns {{ help: boolean }} @throws an Error that names the argument that is not known */
export function readOptions(args) {
  const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h', default: false } } })
  return values
}

/** What `--help` prints. @param variables those of the README */
export function helpText(variables) {
  return [
    'Usage: npm start [-- --help]',
    '',
    'Builds, then serves a complete local instance of Fairway in one process.',
    '',
    'Options:',
    '  -h, --help    print this text and exit',
    '',
    'Variables of the environment:',
    ...variables.flatMap(({ name, default: fallback, meaning }) => [
      '',
      `  ${name} (default: ${fallback})`,
      ...wrapped(meaning, 96).map((line) => `      ${line}`),
    ]),
  ].join('\n')
}

/** The lines of a text, broken between words. */
function wrapped(text, width) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
