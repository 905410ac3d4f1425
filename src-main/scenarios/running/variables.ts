import type { Scenario } from '../reading/scenario'
import { secretOfProject } from '../vocabulary/scenario-shape'

/** Values from outside: of the command line first, then of the environment, then those of the file. */
export interface GivenValues {
  readonly variables: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The remedy for a variable without a value, as a sentence. `env`: the environment variable that it is read from. */
  readonly remedyFor: (name: string, env: string | undefined) => string
}

/** The remedy where variables can be given on the command line. */
export const giveOnCommandLine = (name: string, env: string | undefined): string =>
  `Give it with --var ${name}=…${env === undefined ? '' : `, or set ${env} in the environment`}.`

export type VariableReading =
  | { readonly ok: true; readonly values: ReadonlyMap<string, unknown>; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly messages: readonly string[] }

/** Reads the values of the variables of a scenario. Each that has none gets a message with a remedy. */
export function readVariables(scenario: Scenario, given: GivenValues): VariableReading {
  const ofProject = secretOfProject(scenario)
  const values = new Map<string, unknown>()
  const secrets: string[] = []
  const messages: string[] = []
  for (const [name, declared] of Object.entries(scenario.variables ?? {})) {
    const {
      env,
      secret = false,
      default: otherwise,
    } = typeof declared === 'object' ? declared : { env: undefined, secret: false, default: declared }
    const value =
      given.variables[name] ?? (env === undefined ? undefined : given.environment[env]) ?? otherwise
    if (value === undefined) {
      messages.push(`The variable ${name} has no value. ${given.remedyFor(name, env)}`)
      continue
    }
    values.set(name, value)
    if ((secret || name === ofProject) && String(value) !== '') secrets.push(String(value))
  }
  return messages.length > 0 ? { ok: false, messages } : { ok: true, values, secrets }
}
