import { join } from 'node:path'
import { runnerImport } from 'vite'
import { projectRoot } from '../project.mjs'

/**
 * The part of a Zod schema that the scripts read.
 * @typedef {object} Schema
 * @property {{def: Record<string, any>}} _zod
 */
/** @typedef {{params: Schema, result: Schema, effect: 'reads' | 'changes' | 'session', errors: readonly string[]}} MethodRow */
/**
 * @typedef {object} Protocol
 * @property {Readonly<Record<string, MethodRow>>} METHODS
 * @property {Schema} benchEvent
 * @property {Schema} introduction
 * @property {Readonly<Record<string, unknown>>} NAMED
 */

/** The protocol of Paybench, loaded from its source. */
export const loadProtocol = async () => {
  const { module } = await runnerImport(join(projectRoot, 'scripts/protocol/entry.ts'), {
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
  })
  return /** @type {Protocol} */ (module)
}
