/** The arguments of `npm start` that the script itself reads. Plain Node without packages, like start.mjs. */
import { parseArgs } from 'node:util'

const hosts = ['auto', 'electron', 'browser']

/**
 * Reads only the host; the program checks everything else, with the same messages in both hosts.
 * @param {string[]} given what follows the name of the script. A leading `--` is dropped, as by npm.
 * @returns {{args: string[], host: string, prints: 'help' | 'version' | undefined}} the arguments of the program,
 *   where it runs, and what is printed instead of running it
 */
export const readStartArguments = (given) => {
  const args = given[0] === '--' ? given.slice(1) : given
  const { values } = parseArgs({
    args,
    strict: false,
    options: {
      host: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  })
  const host = values.host ?? 'auto'
  if (typeof host !== 'string' || !hosts.includes(host)) {
    throw new Error(`--host: ${String(host)} is not a host; choose one of ${hosts.join(', ')}`)
  }
  const prints = values.help === true ? 'help' : values.version === true ? 'version' : undefined
  return { args, host, prints }
}
