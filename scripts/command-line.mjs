import { parseArgs } from 'node:util'
import { messageOf, say } from './project.mjs'

/** @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} Options */

/**
 * Reads the options of a script. `--help` prints the usage and exits with 0. For an unknown option, or one that `read`
 * refuses, a message and the usage go to standard error, and the script exits with 2 before it does anything.
 * @template {Options} Known
 * @template Result
 * @param {string} usage
 * @param {Known} options
 * @param {(values: ReturnType<typeof parseArgs<{options: Known}>>['values']) => Result} read throws for a wrong value
 */
export const readOptions = (usage, options, read) => {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage)
    process.exit(0)
  }
  try {
    return read(parseArgs({ args, options }).values)
  } catch (error) {
    say(`${messageOf(error)}\n\n${usage.trimEnd()}`)
    process.exit(2)
  }
}

/**
 * @param {string} option
 * @param {string} text
 */
export const positiveNumber = (option, text) => {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new Error(`${option}: "${text}" is not a positive number`)
}

/**
 * @template {string} Name
 * @param {string} option
 * @param {readonly string[]} names
 * @param {readonly Name[]} known
 */
export const knownNames = (option, names, known) =>
  names.map((name) => {
    const found = known.find((one) => one === name)
    if (found === undefined) throw new Error(`${option}: "${name}" is not one of ${known.join(', ')}`)
    return found
  })
