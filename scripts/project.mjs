import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Reports progress to a person. Standard error only: standard output is reserved for machine-readable lines.
 * @param {string} line
 */
export const say = (line) => {
  process.stderr.write(`${line}\n`)
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error))

/**
 * The environment for tools that we start: without `NODE_ENV=production` and the options of the npm that started us,
 * so that `npm --prefix DIR start` and `npm start --silent` do not affect them.
 */
export const toolEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_config_(prefix|local_prefix|global|loglevel|silent|dry_run|omit|production|ignore_scripts)$/i.test(
          name,
        ) && !(name === 'NODE_ENV' && process.env[name] === 'production'),
    ),
  )
