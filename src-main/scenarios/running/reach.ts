import { isLoopback } from '#lib/http-message/response'
import { isRecord } from '#lib/json/node'
import type { Scenario, Step } from '#scenarios/reading/scenario'
import { VERBS } from '#scenarios/vocabulary/scenario-shape'
import { createNames, type GivenValues, readVariables } from './names'
import { StepFailure } from './result'

/** The hosts to which a run may send messages, besides the listeners of Paybench. */
export interface Reach {
  /** Whether messages may go to a host (as in `URL.hostname`). */
  allows(host: string): boolean
  remedy(host: string): string
}

/** A host that a scenario sends to. */
export interface SentTo {
  readonly host: string
  readonly address: string
  /** The line of the step, from 1; 1 for `given`. */
  readonly line: number
}

/** Accepts this computer and the named hosts (`URL.hostname`). */
export function allowedHosts(named: readonly string[]): Reach['allows'] {
  const hosts = new Set(named.map((host) => host.toLowerCase()))
  return (host) => isLoopback(host) || hosts.has(host.toLowerCase())
}

function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? hostname : null
}

export const hostsIn = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => hostOf(text) ?? [])

/** The texts of a value that say where callbacks go: those below a member with `callback` in its name. */
function addressesIn(value: unknown, isAddress = false): readonly string[] {
  if (typeof value === 'string') return isAddress ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => addressesIn(item, isAddress))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) => addressesIn(item, isAddress || /callback/i.test(key)))
}

/** The addresses to which a step sends messages; variables in them stay as they are. */
export function addressesOf({ verb, args: given }: Pick<Step, 'verb' | 'args'>): readonly string[] {
  const args: unknown = given
  if (!isRecord(args)) return []
  return VERBS[verb].addresses.flatMap((member) =>
    addressesIn(args[member], typeof args[member] === 'string'),
  )
}

/** Includes the addresses at which other computers reach the listeners. */
export const addressesOfListeners = (
  listeners: readonly { readonly url: string; readonly reachableAt?: readonly string[] | undefined }[],
): readonly string[] => listeners.flatMap(({ url, reachableAt = [] }) => [url, ...reachableAt])

export const addressesOfProject = (project: unknown): readonly string[] => addressesIn(project)

/** Replaces the variables in texts of a scenario, if their values are known before it runs. */
export interface KnownTexts {
  valueOf(text: string): string
  /** Like `valueOf`, but for display: secrets are masked. */
  shown(text: string): string
}

/** If any variable has no value, all texts stay as written. */
export function knownTexts(scenario: Scenario, given: GivenValues): KnownTexts {
  const variables = readVariables(scenario, given)
  if (!variables.ok) return { valueOf: (text) => text, shown: (text) => text }
  const names = createNames(variables.values, variables.secrets, given.remedyFor)
  const valueOf = (text: string): string => {
    try {
      return String(names.resolve<unknown>(text))
    } catch (error) {
      if (error instanceof StepFailure) return text
      throw error
    }
  }
  return { valueOf, shown: (text) => names.mask.text(valueOf(text)) }
}

/** The hosts, each once, that a scenario sends to and nobody has allowed. Only those that are known before it runs. */
export function hostsToAllow(
  scenario: Scenario,
  known: KnownTexts,
  { allows }: Pick<Reach, 'allows'>,
): readonly SentTo[] {
  const written = [
    { line: 1, texts: addressesOfProject(scenario.given?.project) },
    ...scenario.steps.map((step) => ({ line: step.line, texts: addressesOf(step) })),
  ]
  const found = new Map<string, SentTo>()
  for (const { line, texts } of written) {
    for (const text of texts) {
      const address = known.valueOf(text)
      // An address with a variable whose value is not known yet is checked when the step runs.
      const host = address.includes('${') ? null : hostOf(address)
      if (host === null || allows(host) || found.has(host)) continue
      found.set(host, { host, address: known.shown(text), line })
    }
  }
  return [...found.values()]
}

/** Checks addresses before anything is sent to them. `ours`: the addresses of the listeners of Paybench. */
export function reachCheck({ allows, remedy }: Reach, ours: readonly string[]): (address: string) => void {
  const own = new Set(hostsIn(ours))
  return (address) => {
    const host = hostOf(address)
    if (host === null || own.has(host) || allows(host)) return
    throw new StepFailure(
      `Nothing was sent to ${host}: it is not this computer, and nobody has allowed it. ${remedy(host)}`,
    )
  }
}
