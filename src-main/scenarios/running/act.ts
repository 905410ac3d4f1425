import { setTimeout as pause } from 'node:timers/promises'
import type { Step } from '#scenarios/reading/scenario'
import { VERBS } from '#scenarios/vocabulary/scenario-shape'
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
import { StepFailure, type Evidence } from './result'
import { msOf } from './texts'

/** Pause between two requests of a step with `within`, milliseconds of real time. */
const REPEAT_MS = 100

/**
 * Does a step whose variables are resolved. A `request` with `within` repeats until it holds.
 * @throws StepFailure where an expectation does not hold or the step cannot be done
 */
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
  const met = await heldBy(run, step)
  return step.expect === null && !step.verb.startsWith('expect ') ? met : asExpected(met)
}

/** A refusal or a decline that a step expects is no failure, and does not read like one. */
const asExpected = ({ summary, evidence }: Met): Met => ({
  summary: `${summary}, as expected`,
  evidence: evidence.map(({ remarks = [], ...rest }) => ({
    ...rest,
    remarks: remarks.map((remark) => `As expected: ${remark}`),
  })),
})

async function heldBy(run: RunContext, step: Step): Promise<Met> {
  const before = run.responses.get(nameOf(step))
  const done = await actOf(run, step)
  if (step.expect !== null) {
    const seen = responseOf(run, nameOf(step))
    const met = await expectResponse(run, seen, run.names.resolve(step.expect))
    return { summary: done.summary, evidence: met.evidence }
  }
  const seen = run.responses.get(nameOf(step))
  if (seen !== undefined && seen.response !== before?.response && step.verb !== 'request') mustBeTaken(seen)
  return done
}

/**
 * A request of a step without `expect` has to be taken by the platform.
 * @throws StepFailure where the platform has refused it
 */
function mustBeTaken(seen: ResponseSeen): void {
  const { status } = seen.response
  if (status < 400) return
  const { why, evidence } = refusalIn(seen)
  throw new StepFailure(why, {
    lines: [`If the refusal is wanted, add this to the step: expect: { http: ${status} }`],
    evidence: [evidence],
  })
}

/** The name under which the response of a step is kept. */
function nameOf({ verb, args }: Step): string {
  if (verb === 'request') return args.as ?? 'request'
  const { as, of } = args as { readonly as?: string; readonly of?: string }
  return as ?? of ?? ''
}

async function actOf(run: RunContext, step: Step): Promise<Met> {
  switch (step.verb) {
    case 'expect callback':
      return expectMessage(run, 'callback', step.args)
    case 'expect captured':
      return expectMessage(run, 'captured', step.args)
    case 'expect received':
      return expectMessage(run, 'received', step.args)
    case 'expect nothing':
      return expectNothing(run, step.args)
    case 'expect payment':
      return expectPayment(run, step.args)
    case 'expect response': {
      const { of, ...expected } = step.args
      return expectResponse(run, responseOf(run, of), expected)
    }
    default: {
      const summary = await perform(run, step)
      return { summary, evidence: evidenceAfter(run, step) }
    }
  }
}

function evidenceAfter(run: RunContext, step: Step): readonly Evidence[] {
  const seen = VERBS[step.verb].answered ? run.responses.get(nameOf(step)) : undefined
  return seen === undefined ? [] : [seen.evidence]
}

type ActingStep = Exclude<Step, { readonly verb: `expect ${string}` }>

/** Does a step that is not an expectation; returns what was done, in a few words. */
async function perform(run: RunContext, step: ActingStep): Promise<string> {
  switch (step.verb) {
    case 'sale':
    case 'auth':
      return beginPayment(run, step.verb, step.args)
    case 'capture':
    case 'cancel':
    case 'refund':
    case 'status':
    case 'clarify':
      return askPlatform(run, step.verb, step.args)
    case 'challenge result':
      return sendChallengeResult(run, step.args)
    case 'post':
      return postAny(run, step.args)
    case 'create':
      return createByHand(run, step.args)
    case 'by hand':
      return actByHand(run, step.args)
    case 'charge again':
      return chargeAgain(run, step.args)
    case 'request':
      return sendRequest(run, step.args)
    case 'customer':
      return actAsCustomer(run, step.args)
    case 'ask':
      return askForMore(run, step.args)
    case 'complete':
      return complete(run, step.args)
    case 'replay':
      return replay(run, step.args)
    case 'capture answers':
      return setAnswers(run, step.args)
    case 'fault':
      return addFault(run, step.args)
    case 'clock':
      return setClock(run, step.args)
    case 'advance':
      return advance(run, step.args)
    case 'until':
      await run.waiting.settle()
      return 'Everything that was due is done'
  }
}
