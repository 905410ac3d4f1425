import { z } from 'zod'
import { answersView, faultsView } from './rules'
import { clockView, counters, notice, storageView } from './bench'
import { changeBy } from './callers'
import { examSummary } from './exam'
import { projectId } from './shapes'
import { callbackSummary, exchangeSummary } from './messages'
import { paymentSummary } from './payments'
import { pageReports, projectView } from './projects'
import { replayJob } from './replay'
import { liveRecording, scenarioSummary } from './scenarios'
import { openSession, sessionProgress } from './sessions'

/** Events of Paybench. A client that reconnects resumes after the last event that it received. */
export const benchEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('payment.changed'), payment: paymentSummary, isNew: z.boolean() }),
  z.object({ type: z.literal('callback.changed'), callback: callbackSummary, isNew: z.boolean() }),
  z.object({ type: z.literal('capture.added'), capture: exchangeSummary }),
  z.object({ type: z.literal('capture.changed'), capture: exchangeSummary }),
  z.object({ type: z.literal('answers.changed'), ...answersView.shape }),
  z.object({ type: z.literal('faults.changed'), ...faultsView.shape }),
  z.object({ type: z.literal('exchange.added'), exchange: exchangeSummary }),
  /** The exchange was annotated, or the mistake in its signature was found later. */
  z.object({ type: z.literal('exchange.changed'), exchange: exchangeSummary }),
  z.object({ type: z.literal('replay.changed'), job: replayJob }),
  z.object({ type: z.literal('clock.changed'), clock: clockView }),
  z.object({ type: z.literal('projects.changed'), projects: z.array(projectView) }),
  z.object({ type: z.literal('counters.changed'), counters, storage: storageView }),
  z.object({ type: z.literal('notices.changed'), notices: z.array(notice) }),
  /** `preview`: the id that `preview.create` returned. `clock`: both clocks of Paybench when the reports arrived. */
  z.object({
    type: z.literal('preview.reported'),
    preview: z.string(),
    clock: clockView.pick({ now: true, wallNow: true, rate: true }),
    ...pageReports.shape,
  }),
  /** `scenario` is null if its file was removed. */
  z.object({
    type: z.literal('scenario.changed'),
    file: z.string(),
    scenario: scenarioSummary.nullable(),
  }),
  /** A recording began, grew or ended. */
  z.object({ type: z.literal('recording.changed'), recording: liveRecording.nullable() }),
  z.object({ type: z.literal('exam.changed'), exam: examSummary }),
  /** `projectId`: set if only the data of this project was removed. */
  z.object({ type: z.literal('bench.reset'), projectId: projectId.optional() }),
  z.object({ type: z.literal('bench.changed'), change: changeBy }),
  // Another session is open: fetch everything again.
  z.object({ type: z.literal('session.changed'), session: openSession }),
  z.object({ type: z.literal('sessions.listed') }),
  z.object({ type: z.literal('sessions.progress'), progress: sessionProgress }),
])
export type BenchEvent = z.infer<typeof benchEvent>
