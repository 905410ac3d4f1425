import { createReportMask } from '#domain/masking/report-mask'
import { mapTexts } from '#lib/json/map-texts'
import { isRecord, type Members } from '#lib/json/node'
import { withReferences } from '#scenarios/vocabulary/fields'
import { StepFailure } from './result'
import type { ProjectId } from '#domain/ids'
import type { Scenario } from '#scenarios/reading/scenario'
import { secretOfProject } from '#scenarios/vocabulary/scenario-shape'

/** Values by name, as `${order.id}` reads them. */
export type Names = ReturnType<typeof createNames>

/** `secrets`: values that no report may show. */
export function createNames(
  initial: ReadonlyMap<string, unknown>,
  secrets: readonly string[],
  remedyFor: GivenValues['remedyFor'],
) {
  const values = new Map(initial)

  const valueOf = (reference: string): unknown => {
    const [first = '', ...rest] = reference.split('.')
    let value = values.get(first)
    for (const [at, key] of rest.entries()) {
      const members: unknown = Array.isArray(value) || isRecord(value) ? value : {}
      const inside = Object.entries(members as Members).find(([name]) => name === key)?.[1]
      if (inside === undefined) {
        const place = [first, ...rest.slice(0, at)].join('.')
        const there = isRecord(value) ? Object.keys(value).slice(0, 20).join(', ') : ''
        const has = there === '' ? '' : ` It has ${there}.`
        throw new StepFailure(`\${${reference}}: ${place} has no ${key}.${has}`)
      }
      value = inside
    }
    if (value === undefined) throw new StepFailure(`\${${reference}} has no value. ${remedyFor(first, {})}`)
    return value
  }

  const resolveText = (text: string): unknown => {
    const whole = /^\$\{([^}]*)\}$/.exec(text)?.[1]
    if (whole !== undefined) return valueOf(whole)
    return withReferences(text, (reference) => {
      const inside = valueOf(reference)
      return typeof inside === 'string' ? inside : JSON.stringify(inside)
    })
  }

  return {
    set: (name: string, value: unknown): void => void values.set(name, value),
    /** Replaces variables in texts; a lone variable keeps its type. @throws StepFailure if one has no value */
    resolve: <Value>(value: Value) => mapTexts(value, resolveText) as Value,
    mask: createReportMask(secrets),
  }
}

/** Values for variables: the command line takes precedence over the environment, and both over the file. */
export interface GivenValues {
  readonly variables: Readonly<Record<string, string>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The secret of a project, if there is one: the default of a variable that is used only as this secret. */
  readonly secretOf?: (projectId: ProjectId) => string | undefined
  /** @param declared how the scenario file declares the variable */
  readonly remedyFor: (
    name: string,
    declared: { readonly env?: string | undefined; readonly secret?: boolean | undefined },
  ) => string
}

/** The remedy of a program that takes variables on its command line. */
export const giveOnCommandLine: GivenValues['remedyFor'] = (name, { env }) =>
  `Give it with --var ${name}=…${env === undefined ? '' : `, or set ${env} in the environment`}.`

export type VariableReading =
  | { readonly ok: true; readonly values: ReadonlyMap<string, unknown>; readonly secrets: readonly string[] }
  | { readonly ok: false; readonly messages: readonly string[] }

/** Reads the values of variables. Each variable without a value gets a message with a remedy. */
export function readVariables(scenario: Scenario, given: GivenValues): VariableReading {
  const ofProject = secretOfProject(scenario)
  const values = new Map<string, unknown>()
  const secrets: string[] = []
  const messages: string[] = []
  for (const [name, declared] of Object.entries(scenario.variables ?? {})) {
    const {
      env,
      secret = false,
      default: fallback,
    } = typeof declared === 'object' ? declared : { env: undefined, secret: false, default: declared }
    const isSecret = secret || name === ofProject
    const value =
      given.variables[name] ??
      (env === undefined ? undefined : given.environment[env]) ??
      fallback ??
      (name === ofProject ? ownSecret(scenario, name, given) : undefined)
    if (value === undefined) {
      messages.push(`The variable ${name} has no value. ${given.remedyFor(name, { env, secret: isSecret })}`)
      continue
    }
    values.set(name, value)
    if (isSecret && String(value) !== '') secrets.push(String(value))
  }
  return messages.length > 0 ? { ok: false, messages } : { ok: true, values, secrets }
}

/** The project's secret; undefined if the variable is used elsewhere: a file must not send the secret anywhere. */
function ownSecret({ given, steps }: Scenario, name: string, { secretOf }: GivenValues): string | undefined {
  const { id, secret: _own, ...project } = given?.project ?? {}
  const others = [{ ...given, project }, ...steps.map(({ args, expect }) => [args, expect])]
  const isUsedElsewhere = new RegExp(`\\$\\{${name}[}.]`).test(JSON.stringify(others))
  return isUsedElsewhere || id === undefined ? undefined : secretOf?.(Number(id))
}
