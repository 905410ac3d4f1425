import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from '#scenarios/reading/scenario'
import { type ArgsOf, type Verb, VERBS } from '#scenarios/vocabulary/scenario-shape'
import { actAsCustomer } from './acts/customer'
import {
  actByHand,
  addFault,
  advance,
  askForMore,
  chargeAgain,
  complete,
  createByHand,
  replay,
  setAnswers,
  setClock,
} from './acts/bench'
import { askPlatform, beginPayment, postAny, sendChallengeResult, sendRequest } from './acts/merchant'
import type { ResponseSeen, RunContext } from './context'
import {
  expectMessage,
  expectNothing,
  expectPayment,
  expectResponse,
  responseOf,
  type Met,
} from './expectations/expect'
import { refusalIn } from './remarks'
import { StepFailure } from './result'
import { msOf } from './texts'

/** Wall-clock milliseconds between two requests of a step with `within`. */
const REPEAT_MS = 100

/** Performs a resolved step; repeats a failing `request` for up to `within`. @throws StepFailure if it does not pass */
export async function act(run: RunContext, step: Step): Promise<Met> {
  const within = step.verb === 'request' ? step.args.within : undefined
  if (within === undefined) return actOnce(run, step)
  const end = performance.now() + msOf(within)
  for (;;) {
    try {
      return await actOnce(run, step)
    } catch (error) {
      if (!(error instanceof StepFailure) || performance.now() > end) throw error
      await pause(REPEAT_MS, null, { signal: run.signal })
    }
  }
}

async function actOnce(run: RunContext, step: Step): Promise<Met> {
  const { verb, args, expect } = step
  const name = nameOf(step)
  const before = run.responses.get(name)
  const done = await perform(run, verb, args)
  const seen = run.responses.get(name)
  if (expect !== null) {
    const { evidence } = await expectResponse(run, responseOf(run, name), run.names.resolve(expect))
    return asExpected({ summary: typeof done === 'string' ? done : done.summary, evidence })
  }
  if (seen !== undefined && seen.response !== before?.response && verb !== 'request') throwIfRefused(seen)
  if (typeof done !== 'string') return verb.startsWith('expect ') ? asExpected(done) : done
  return { summary: done, evidence: VERBS[verb].answered && seen !== undefined ? [seen.evidence] : [] }
}

/** A refusal or a decline that a step expects is not a failure, and must not read like one. */
const asExpected = ({ summary, evidence }: Met): Met => ({
  summary: `${summary}, as expected`,
  evidence: evidence.map(({ remarks = [], ...rest }) => ({
    ...rest,
    remarks: remarks.map((remark) => `As expected: ${remark}`),
  })),
})

function throwIfRefused(seen: ResponseSeen): void {
  const { status } = seen.response
  if (status < 400) return
  const { why, evidence } = refusalIn(seen)
  throw new StepFailure(why, {
    lines: [`If the refusal is expected, add this to the step: expect: { http: ${status} }`],
    evidence: [evidence],
  })
}

function nameOf({ verb, args }: Step): string {
  if (verb === 'request') return args.as ?? 'request'
  const { as, of } = args as { readonly as?: string; readonly of?: string }
  return as ?? of ?? ''
}

/** Expectations return what they matched, other verbs a summary. @throws StepFailure if a step cannot pass */
const ACTS: { readonly [V in Verb]: (run: RunContext, args: ArgsOf<V>) => Promise<Met | string> } = {
  sale: (run, args) => beginPayment(run, 'sale', args),
  auth: (run, args) => beginPayment(run, 'auth', args),
  capture: (run, args) => askPlatform(run, 'capture', args),
  cancel: (run, args) => askPlatform(run, 'cancel', args),
  refund: (run, args) => askPlatform(run, 'refund', args),
  status: (run, args) => askPlatform(run, 'status', args),
  clarify: (run, args) => askPlatform(run, 'clarify', args),
  'resend code': (run, args) => askPlatform(run, 'resend code', args),
  'challenge result': sendChallengeResult,
  post: postAny,
  request: sendRequest,
  customer: actAsCustomer,
  ask: askForMore,
  complete,
  create: createByHand,
  'by hand': actByHand,
  'charge again': chargeAgain,
  replay,
  'capture answers': setAnswers,
  fault: addFault,
  clock: setClock,
  advance,
  async until(run) {
    await run.waiting.settle()
    return 'Everything that was due is done'
  },
  'expect callback': (run, args) => expectMessage(run, 'callback', args),
  'expect captured': (run, args) => expectMessage(run, 'captured', args),
  'expect received': (run, args) => expectMessage(run, 'received', args),
  'expect nothing': expectNothing,
  'expect payment': expectPayment,
  'expect response': async (run, { of, ...expected }) => expectResponse(run, responseOf(run, of), expected),
}

const perform = <V extends Verb>(run: RunContext, verb: V, args: ArgsOf<V>): Promise<Met | string> =>
  ACTS[verb](run, args)
