import { isOfScenario } from '#protocol/scenarios'
import type { ProjectView } from '#protocol/projects'
import type { Scenario } from '#scenarios/reading/scenario'
import type { Moved } from '#scenarios/vocabulary/row'
import { VERBS, type ArgsOf, type Verb } from '#scenarios/vocabulary/scenario-shape'
import type { KnownTexts } from './reach'

/** A change that a run makes to Paybench or to its project. */
export interface Move {
  readonly text: string
  readonly takenBack: boolean
}

const MAX_PLACES = 8

/** A sentence for each kind of change; `places` names the steps that cause it. The time of the clock is not undone. */
const SENTENCES: Readonly<Record<Moved, (places: string) => string>> = {
  'clock mode': (places) => `The mode of the clock: ${places}.`,
  'fault rules': (places) => `Fault rules for callbacks of the project: ${places}.`,
  'response rules': (places) =>
    `A response rule for the project, before all others: the capture server responds with ${places}.`,
  time: (places) => `The clock goes forward: ${places}. Its time does not go back.`,
  waiting: (places) =>
    `If the clock is frozen, it advances while a step waits: ${places}. Its time does not go back.`,
}

type Written = {
  readonly [V in Verb]: { readonly verb: V; readonly args: ArgsOf<V>; readonly place: string }
}[Verb]

/** Describes the changes of a run, first those that are undone. `known` fills in variables and masks secrets. */
export function movesOf(
  { name, given: { clock, capture, faults = [], project = {} } = {}, steps }: Scenario,
  { projects, known }: { readonly projects: readonly ProjectView[]; readonly known: KnownTexts },
): readonly Move[] {
  const place = 'given'
  const written: readonly Written[] = [
    ...(clock === undefined ? [] : [{ verb: 'clock', args: clock, place } as const]),
    ...(capture === undefined ? [] : [{ verb: 'capture answers', args: capture, place } as const]),
    ...faults.map((args) => ({ verb: 'fault', args, place }) as const),
    ...steps.map(({ verb, args, line }) => ({ verb, args, place: `line ${line}` }) as Written),
  ]
  const places = new Map<Moved, string[]>()
  for (const step of written) {
    const value = valueOf(step)
    const text = known.shown(value === '' ? step.place : `${value} (${step.place})`)
    for (const kind of VERBS[step.verb].moves) places.set(kind, [...(places.get(kind) ?? []), text])
  }
  const moves = [...places].map(([kind, list]) => ({
    text: SENTENCES[kind](listText(list)),
    takenBack: kind !== 'time' && kind !== 'waiting',
  }))
  return [...projectMoves(name, project, projects, known), ...moves].sort(
    (a, b) => Number(b.takenBack) - Number(a.takenBack),
  )
}

function listText(places: readonly string[]): string {
  const shown = places.slice(0, MAX_PLACES).join(', ')
  return places.length > MAX_PLACES ? `${shown} and ${places.length - MAX_PLACES} more` : shown
}

function valueOf({ verb, args }: Written): string {
  switch (verb) {
    case 'clock':
      return typeof args === 'string' ? args : `${args.scaled} times as fast`
    case 'capture answers':
      return args.map((each) => (typeof each === 'object' ? each.status : each)).join(', ')
    case 'fault':
      return args.kind
    case 'advance':
      return args
    case 'expect nothing':
      return args.for
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
  if (id === undefined)
    return [{ text: `The run has its own project, “Scenario: ${name}”, and keeps it.`, takenBack: false }]
  const number = known.shown(String(id))
  const project = projects.find(({ projectId }) => String(projectId) === number)
  if (project === undefined || isOfScenario(project))
    return [{ text: `Project ${number} is created and kept.`, takenBack: false }]
  const target =
    callbackUrl === 'none' ? 'nowhere' : callbackUrl === 'capture' ? 'the capture server' : callbackUrl
  const changed = Object.keys(switches)
  return [
    target !== undefined &&
      `callbacks go to ${known.shown(target)}, not to ${project.callbackUrl ?? 'nowhere'}.`,
    secret !== undefined && `its secret becomes the value of ${secret}.`,
    changed.length > 0 && `these switches change: ${listText(changed)}.`,
  ].flatMap((what) =>
    what === false ? [] : [{ text: `Project ${number} “${project.name}”: ${what}`, takenBack: true }],
  )
}
