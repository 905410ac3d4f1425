/** @typedef {import('./table.mjs').Program} Program */
/** @typedef {import('./ensure.mjs').Found} Found */

/** The variable in which `npm test` names, for its test runners, the programs that cannot be used, and why. */
const variable = 'PAYBENCH_LEFT_OUT'

/**
 * @param {ReadonlyMap<Program, Found>} found
 * @returns {Record<string, string>} for the environment of test runners
 */
export const leftOutEnvironment = (found) => ({
  [variable]: JSON.stringify(
    Object.fromEntries(
      [...found].flatMap(([program, one]) => ('reason' in one ? [[program.variable, one.reason]] : [])),
    ),
  ),
})

/**
 * @param {Program} program
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} why the program cannot be used; undefined if it is not left out
 */
export const readLeftOut = (program, env = process.env) => {
  /** @type {Readonly<Record<string, string>>} */
  const reasons = JSON.parse(env[variable] ?? '{}')
  return reasons[program.variable]
}
