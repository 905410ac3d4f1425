import { isOfScenario } from '#protocol/scenarios'
import type { ProjectView } from '#protocol/projects'
import type { Scenario } from '#scenarios/reading/scenario'
import type { Moved } from '#scenarios/vocabulary/row'
import type { KnownTexts } from './reach'
import { VERBS, type ArgsOf, type Verb } from '#scenarios/vocabulary/scenario-shape'
import { BenchError } from '#protocol/connection'
import type { MethodName, Params, Result } from '#protocol/methods'
import type { ScenarioBench } from './http'

/** Something that a run moves in the bench and the project where it runs. */
export interface Move {
  /** A sentence for people. */
  readonly text: string
  /** Whether it is set back when the run ends. */
  readonly takenBack: boolean
}

/** Further places are counted. */
const MAX_PLACES = 8

/** What is said of each kind of thing that steps move. `what`: the places that move it, with their values. */
const SENTENCES: Readonly<Record<Moved, (what: string) => Move>> = {
  'clock mode': (what) => ({ text: `The mode of the clock: ${what}.`, takenBack: true }),
  'fault rules': (what) => ({ text: `Fault rules for callbacks of the project: ${what}.`, takenBack: true }),
  'response rules': (what) => ({
    text: `A response rule for the project, before all others: the capture server responds ${what}.`,
    takenBack: true,
  }),
  time: (what) => ({ text: `The clock goes forward: ${what}. Its time does not go back.`, takenBack: false }),
  waiting: (what) => ({
    text: `If the clock stands still, it goes forward while a step waits: ${what}. Its time does not go back.`,
    takenBack: false,
  }),
}

type Written = {
  readonly [V in Verb]: { readonly verb: V; readonly args: ArgsOf<V>; readonly place: string }
}[Verb]

/**
 * What a run of a scenario moves in the bench and the project where it runs, as sentences.
 * @param options `projects`: of that bench; `known`: the texts of the scenario
 */
export function movesOf(
  { name, given, steps }: Scenario,
  { projects, known }: { readonly projects: readonly ProjectView[]; readonly known: KnownTexts },
): readonly Move[] {
  const written: readonly Written[] = [
    ...(given?.clock === undefined ? [] : [setUp('clock', given.clock)]),
    ...(given?.capture === undefined ? [] : [setUp('capture answers', given.capture)]),
    ...(given?.faults ?? []).map((fault) => setUp('fault', fault)),
    ...steps.map(({ verb, args, line }) => ({ verb, args, place: `line ${line}` }) as Written),
  ]
  const places = new Map<Moved, string[]>()
  for (const step of written) {
    for (const kind of VERBS[step.verb].moves) {
      const value = valueOf(step)
      const place = value === '' ? step.place : `${value} (${step.place})`
      places.set(kind, [...(places.get(kind) ?? []), known.shown(place)])
    }
  }
  return [
    ...projectMoves(name, given?.project ?? {}, projects, known),
    ...[...places].map(([kind, list]) => SENTENCES[kind](listed(list))),
  ].toSorted((a, b) => Number(b.takenBack) - Number(a.takenBack))
}

const setUp = <V extends 'clock' | 'capture answers' | 'fault'>(verb: V, args: ArgsOf<V>): Written =>
  ({ verb, args, place: 'given' }) as Written

function listed(places: readonly string[]): string {
  const shown = places.slice(0, MAX_PLACES).join(', ')
  return places.length > MAX_PLACES ? `${shown} and ${places.length - MAX_PLACES} more` : shown
}

/** What a step sets, in a word or two. */
function valueOf(step: Written): string {
  switch (step.verb) {
    case 'clock':
      return typeof step.args === 'string' ? step.args : `${step.args.scaled} times as fast`
    case 'capture answers':
      return step.args.map((each) => (typeof each === 'object' ? each.status : each)).join(', ')
    case 'fault':
      return step.args.kind
    case 'advance':
      return step.args
    case 'expect nothing':
      return step.args.for
    default:
      return ''
  }
}

function projectMoves(
  name: string,
  { id, secret, callbackUrl, switches = {} }: NonNullable<NonNullable<Scenario['given']>['project']>,
  projects: readonly ProjectView[],
  known: KnownTexts,
): readonly Move[] {
  if (id === undefined) {
    return [{ text: `The run has a project of its own, “Scenario: ${name}”, which stays.`, takenBack: false }]
  }
  const number = known.shown(String(id))
  const project = projects.find(({ projectId }) => String(projectId) === number)
  if (project === undefined || isOfScenario(project)) {
    return [{ text: `Project ${number} is made, and stays.`, takenBack: false }]
  }
  const target =
    callbackUrl === 'none' ? 'nowhere' : callbackUrl === 'capture' ? 'the capture server' : callbackUrl
  const changed = Object.keys(switches)
  const of = `Project ${number} “${project.name}”`
  return [
    ...(target === undefined
      ? []
      : [`${of}: callbacks go to ${known.shown(target)}, not to ${project.callbackUrl ?? 'nowhere'}.`]),
    ...(secret === undefined ? [] : [`${of}: its secret becomes the value of ${secret}.`]),
    ...(changed.length === 0 ? [] : [`${of}: switches ${listed(changed)}.`]),
  ].map((text) => ({ text, takenBack: true }))
}

/** How long a run waits for others to end an advance of the clock, milliseconds of real time. */
const MAX_WAIT_MS = 60_000

/** Calls that the bench refuses while it moves its clock for another caller. */
const MOVES_CLOCK: ReadonlySet<MethodName> = new Set(['clock.set', 'clock.advance', 'clock.advanceToNext'])

/**
 * The bench with a clock that the tester and other clients advance as well: calls that move the clock wait until an
 * advance of somebody else has ended. After a minute, or once `signal` is aborted, they are refused as before.
 */
export function withSharedClock(bench: ScenarioBench, signal?: AbortSignal): ScenarioBench {
  return {
    onEvent: bench.onEvent,
    onRestart: bench.onRestart,
    async call<Name extends MethodName>(name: Name, params: Params<Name>): Promise<Result<Name>> {
      if (!MOVES_CLOCK.has(name)) return bench.call(name, params)
      const end = performance.now() + MAX_WAIT_MS
      for (;;) {
        // Listen before the call: the advance of the other may end while the refusal is on its way.
        const change = nextClockChange(bench, signal)
        try {
          return await bench.call(name, params)
        } catch (error) {
          const isBusy = error instanceof BenchError && error.code === 'conflict'
          if (!isBusy || !(await change.within(end - performance.now()))) throw error
        } finally {
          change.stop()
        }
      }
    },
  }
}

interface ClockChange {
  /** Whether the clock has changed since, or changes within `realMs` of real time. */
  within(realMs: number): Promise<boolean>
  stop(): void
}

function nextClockChange(bench: ScenarioBench, signal: AbortSignal | undefined): ClockChange {
  let settle: (changed: boolean) => void = () => undefined
  const changed = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const onAbort = (): void => {
    settle(false)
  }
  const onChange = (): void => {
    settle(true)
  }
  const stopEvents = bench.onEvent(({ type }) => {
    if (type === 'clock.changed') onChange()
  })
  const stopRestarts = bench.onRestart(onChange)
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted === true) onAbort()
  let timer: NodeJS.Timeout | undefined
  return {
    within(realMs) {
      timer = setTimeout(onAbort, realMs)
      return changed
    },
    stop() {
      clearTimeout(timer)
      stopEvents()
      stopRestarts()
      signal?.removeEventListener('abort', onAbort)
    },
  }
}
