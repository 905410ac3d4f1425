import { z } from 'zod'
import { LIMITS } from '#lib/limits/limit-table'
import { fieldDifference, paymentKeyParam, projectId } from './shapes'

/** Name of a tester's file: letters, digits, `-`, `_` and `.`, ending in `.yaml`. */
const OWN_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}(?:\.[A-Za-z0-9_-]{1,40}){0,3}\.yaml$/
/** Windows reserves these names for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)\./i
/** Name of a file that comes with Paybench; such files are in folders. */
const SHIPPED_NAME = /^shipped\/[a-z0-9-]{1,40}\/[a-z0-9-]{1,80}\.yaml$/

/** Prefix of the names of projects that runs create for themselves. */
export const SCENARIO_PROJECT = 'Scenario: '

export const isOfScenario = ({ name }: { readonly name: string }): boolean =>
  name.startsWith(SCENARIO_PROJECT)

export const isShippedScenario = (file: string): boolean => SHIPPED_NAME.test(file)

export const isOwnScenario = (file: string): boolean => OWN_NAME.test(file) && !DEVICE.test(file)

const NAME_REMEDY =
  'Use a name of letters, digits, - and _ that ends in .yaml, such as order-in-two-parts.yaml.'

const ownFile = z.string().max(200).refine(isOwnScenario, NAME_REMEDY)
const anyFile = z
  .string()
  .max(200)
  .refine((file) => isOwnScenario(file) || isShippedScenario(file), NAME_REMEDY)

const text = z.string().max(LIMITS.scenarioChars, `Use at most ${LIMITS.scenarioChars} characters.`)

/** `waiting`: others run before it. `paused`: it waits for its next step. */
export const RUN_STATES = ['waiting', 'running', 'paused', 'passed', 'failed', 'stopped', 'broken'] as const
export type ScenarioRunState = (typeof RUN_STATES)[number]

/** A mistake in a scenario file. Lines and columns start at 1. */
const scenarioProblem = z.object({
  line: z.int(),
  column: z.int(),
  /** Such as `steps[2].sale.amount`; empty for the file itself. */
  field: z.string(),
  message: z.string(),
})

/** The state of a run. `failedAt`: the failed step, from 1. `startedAt`: wall time. */
export const scenarioRunSummary = z.object({
  state: z.enum(RUN_STATES),
  done: z.int(),
  steps: z.int(),
  failedAt: z.int().nullable(),
  startedAt: z.string(),
  durationMs: z.number(),
})
export type ScenarioRunSummary = z.infer<typeof scenarioRunSummary>

/** Whether the run is unfinished: waiting, running or between two steps. */
export const isRunning = (run: Pick<ScenarioRunSummary, 'state'> | null): boolean =>
  run !== null && (run.state === 'waiting' || run.state === 'running' || run.state === 'paused')

/** A scenario in the list; `run` is its last run in this session, unless the file has been edited since. */
export const scenarioSummary = z.object({
  file: z.string(),
  /** Whether the file comes with Paybench, so that it cannot be changed. */
  isShipped: z.boolean(),
  name: z.string(),
  about: z.string().nullable(),
  tags: z.array(z.string()),
  /** Number of steps; 0 if the file has mistakes. */
  steps: z.int(),
  problems: z.int(),
  run: scenarioRunSummary.nullable(),
})
export type ScenarioSummary = z.infer<typeof scenarioSummary>

/** Exact bytes of a message, as a step saw it. Long messages are truncated, with a note. */
export const scenarioEvidence = z.object({
  title: z.string(),
  reference: z
    .object({ type: z.enum(['exchange', 'callback', 'capture', 'payment']), id: z.string() })
    .nullable(),
  request: z.string().nullable(),
  response: z.string().nullable(),
  /** Why the message was refused, or how it was delivered. */
  remarks: z.array(z.string()).optional(),
})
export type ScenarioEvidence = z.infer<typeof scenarioEvidence>

/** Where the nearest message differs, the complete expectation, and further notes. */
const scenarioFailure = z.object({
  differences: z.array(fieldDifference),
  message: z.string(),
  expected: z.string().nullable(),
  lines: z.array(z.string()),
})

/** A step of a run. `index` starts at 0, `line` at 1; `at` is virtual time, empty for a skipped step. */
export const scenarioStep = z.object({
  index: z.int(),
  line: z.int(),
  verb: z.string(),
  source: z.string(),
  note: z.string().nullable(),
  state: z.enum(['passed', 'failed', 'skipped']),
  summary: z.string(),
  durationMs: z.number(),
  at: z.string(),
  failure: scenarioFailure.nullable(),
  evidence: z.array(scenarioEvidence),
})
export type ScenarioStep = z.infer<typeof scenarioStep>

export const scenarioRun = scenarioRunSummary.extend({
  /**
   * Whether it ran in this bench. Otherwise it ran in a bench in memory that no longer exists: its messages and
   * payments cannot be opened, so their references and keys are null.
   */
  here: z.boolean(),
  /** The steps done so far, without those that follow. */
  results: z.array(scenarioStep),
  failure: scenarioFailure.nullable(),
  payments: z.array(z.object({ id: z.string(), key: z.string().nullable() })),
})
export type ScenarioRun = z.infer<typeof scenarioRun>

export const scenarioDetail = scenarioSummary.omit({ problems: true, run: true }).extend({
  text: z.string(),
  /** Changes with the content of the file; `scenarios.save` checks it. */
  version: z.string(),
  problems: z.array(scenarioProblem),
  plan: z.array(scenarioStep.pick({ line: true, verb: true, source: true, note: true })),
  run: scenarioRun.nullable(),
})
export type ScenarioDetail = z.infer<typeof scenarioDetail>

/** A recording in progress. `payments` counts those of the project since `startedAt` (wall time). */
export const liveRecording = z.object({ startedAt: z.string(), projectId, payments: z.int() })
export type LiveRecording = z.infer<typeof liveRecording>

export const scenariosList = z.object({
  items: z.array(scenarioSummary),
  /** Folder of the tester's files; null if they are in memory. */
  directory: z.string().nullable(),
  /** The recording in progress; null if there is none. */
  recording: liveRecording.nullable(),
})

export const scenarioParams = z.strictObject({ file: anyFile })
export const checkParams = z.strictObject({ text })
export const scenarioCheckResult = z.object({ problems: z.array(scenarioProblem) })
/** `version`: of the file to replace; null for a new one. */
export const saveParams = z.strictObject({
  file: ownFile,
  text,
  version: z.string().max(100).nullable(),
})
export const removeParams = z.strictObject({ file: ownFile, version: z.string().max(100) })
export const scenariosParams = z.strictObject({
  files: z
    .array(anyFile)
    .min(1)
    .max(LIMITS.scenarioFiles * 2),
})
/**
 * What runs of scenarios will do. `moves`: what a run in this bench changes, as sentences; `takenBack` if the end
 * of the run undoes it. `hosts`: hosts that a scenario sends to and nobody has allowed, so a run must name them in
 * `hosts`. `line`: the first that names the host (1: under `given`; null: an earlier run found the host).
 */
export const scenarioEffects = z.object({
  moves: z.array(z.object({ file: z.string(), text: z.string(), takenBack: z.boolean() })),
  hosts: z.array(
    z.object({ file: z.string(), host: z.string(), line: z.int().nullable(), address: z.string() }),
  ),
})
export type ScenarioEffects = z.infer<typeof scenarioEffects>

/** Other computers that the tester allows the run to send to, written as in addresses. */
const hosts = z.array(z.string().min(1).max(253)).max(LIMITS.examHosts).optional()
/**
 * The scenarios run one after the other in this order, each in a bench in memory with the projects of this one.
 * `here`: in this bench, which they change as `scenarios.effects` says.
 */
export const runParams = scenariosParams.extend({ here: z.boolean().optional(), hosts })
/** A step runs in this bench, so that a person can look at the payment between two steps. */
export const stepParams = scenarioParams.extend({ hosts })
export const scenarioSchemaResult = z.object({ schema: z.record(z.string(), z.unknown()) })

const RECORDED_EXPECTS = ['what matters', 'everything'] as const
/**
 * What a recorded text expects of responses and callbacks. `what matters`: statuses, result codes, requested
 * fields, and errors without their texts. `everything`: every member; values that differ in every run become
 * matchers.
 */
export type RecordedExpects = (typeof RECORDED_EXPECTS)[number]
const expects = z.enum(RECORDED_EXPECTS).optional()

/**
 * Payments of one project, all in one text; without `keys` those of the recording in progress, which continues.
 * `format`: a scenario file by default. `expects`: `everything` by default; `what matters` omits ids, dates,
 * amounts and texts.
 */
export const recordParams = z.strictObject({
  keys: z.array(paymentKeyParam).min(1).max(LIMITS.scenarioPayments).optional(),
  expects,
  format: z.enum(['scenario', 'playwright']).optional(),
})
/**
 * A scenario or a Playwright test that repeats the events of the payments and expects the same results; `file`: an
 * unused name for it. `omitted`: what the text cannot express, as sentences.
 */
export const scenarioRecordResult = z.object({
  text: z.string(),
  file: z.string(),
  omitted: z.array(z.string()),
})

/** `projectId`: the default project unless given. */
export const recordingStartParams = z.strictObject({ projectId: projectId.optional() })
/** `save`: turns the recording into a scenario; otherwise it is dropped. `expects`: as in `scenarios.record`. */
export const recordingStopParams = z.strictObject({ save: z.boolean(), expects })
export const recordingStopResult = z.object({ recorded: scenarioRecordResult.nullable() })

/** The last runs of scenarios as one HTML file, without those still running. */
export const scenarioReportResult = z.object({ text: z.string() })
