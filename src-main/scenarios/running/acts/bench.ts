import { moment } from '#lib/time/time'
import { counted } from '#lib/words'
import { faultRule } from '#domain/fault/rule'
import { shapeIssues } from '#domain/read-shape'
import type { FORGERIES } from '#scenarios/vocabulary/bench-steps'
import { faultOf } from '#scenarios/vocabulary/faults'
import type { ArgsOf } from '#scenarios/vocabulary/scenario-shape'
import { cardNumber, writeDuration } from '#scenarios/vocabulary/fields'
import { edited, jsonOf, msOf } from '#scenarios/running/texts'
import { namePayment, neededKey, type RunContext } from '#scenarios/running/context'
import { StepFailure } from '#scenarios/running/result'
import { amountOf } from './merchant'

export async function askForMore(run: RunContext, { of, fields }: ArgsOf<'ask'>): Promise<string> {
  await run.bench.call('payments.requestClarification', { key: await neededKey(run, of), fields })
  return `Requested ${Object.keys(fields).join(', ')}`
}

export async function complete(run: RunContext, { of, ...outcome }: ArgsOf<'complete'>): Promise<string> {
  const key = await neededKey(run, of)
  const { status } = await run.bench.call('payments.complete', { key, ...outcome })
  return `Completed as the step says: ${status}`
}

/** Sends a callback again, with the edits of the step. */
export async function replay(run: RunContext, args: ArgsOf<'replay'>): Promise<string> {
  const message = run.messages.get(args.of)
  if (message === undefined)
    throw new StepFailure(
      `${args.of} is not a callback. Name one with “as” in an “expect callback” before this step.`,
    )
  const { headers, to: target, repeat, signing = 'resign' } = args
  const body = args.body && JSON.stringify(edited(jsonOf(message.body), args.body))
  const { id } = await run.bench.call('callbacks.replay', {
    ...{ id: message.id, body, target, repeat },
    ...(await signedAs(run, signing, body ?? message.body ?? '')),
    headers: headers && Object.entries(headers),
  })
  if (args.as !== undefined) {
    run.messages.set(args.as, { id, body: message.body })
    run.names.set(args.as, { id })
  }
  return `Sent ${args.of} again as ${id}`
}

/** The replay parameters for the signature: a mode of Paybench, or a forgery made from the correct signature. */
async function signedAs(run: RunContext, how: NonNullable<ArgsOf<'replay'>['signing']>, body: string) {
  if (how === 'resign' || how === 'keep' || how === 'omit' || how === 'corrupt') return { signing: how }
  const { signature } = await run.bench.call('signature.sign', { body, projectId: run.projectId })
  // The mode `own` accepts only a string, so the list is written into the body.
  if (how === 'in a list')
    return {
      signing: 'keep',
      body: JSON.stringify(edited(jsonOf(body), { signature: [signature] })),
    } as const
  const forged = typeof how === 'object' ? signature.slice(0, how.first) : FORGED[how](signature)
  return { signing: 'own', signature: forged } as const
}

const otherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()

const FORGED: Readonly<
  Record<Exclude<(typeof FORGERIES)[number], 'in a list'>, (signature: string) => string>
> = {
  prefixed: (signature) => `AAAA${signature}`,
  suffixed: (signature) => `${signature}AAAA`,
  'case swapped': (signature) => signature.replaceAll(/[a-z]/gi, otherCase),
}

const scenarioRule = ({ projectId }: RunContext): string => `scenario-${projectId}`

const ruleIdsOf = ({ undo }: RunContext, method: 'answers.remove' | 'faults.remove'): readonly unknown[] =>
  undo().flatMap((call) => (call.method === method ? [call.params['id']] : []))

/** Sets the responses of the capture server for the project of this run, from now on. */
export async function setAnswers(run: RunContext, answers: ArgsOf<'capture answers'>): Promise<string> {
  const id = scenarioRule(run)
  const steps = answers.map((answer) => {
    if (answer === 'silence') return { kind: 'silence' } as const
    if (answer === 'reset') return { kind: 'reset', delayMs: 0 } as const
    const reply = typeof answer === 'number' ? { status: answer } : answer
    const { status, headers = {}, body = '', delay = '0 ms' } = reply
    return {
      ...({ kind: 'reply', status, body, delayMs: msOf(delay) } as const),
      headers: Object.entries(headers),
    }
  })
  if (ruleIdsOf(run, 'answers.remove').includes(id)) await run.bench.call('answers.remove', { id })
  await run.bench.call('answers.put', {
    at: 0,
    rule: {
      id,
      name: `Scenario, project ${run.projectId}`,
      enabled: true,
      match: { projectId: run.projectId },
      steps,
      after: 'last',
      per: 'callback',
    },
  })
  return `The capture server responds with ${answers.map((each) => (typeof each === 'object' ? each.status : each)).join(', ')}`
}

/** Adds a fault rule for the callbacks of the project of this run. */
export async function addFault(run: RunContext, args: ArgsOf<'fault'>): Promise<string> {
  const read = faultOf(args)
  if (read === null) throw new StepFailure(`There is no fault ${args.kind}. docs/faults.md lists all faults.`)
  const number = ruleIdsOf(run, 'faults.remove').length + 1
  const rule = faultRule.safeParse({
    id: `${scenarioRule(run)}-${number}`,
    name: `Scenario, project ${run.projectId}`,
    enabled: true,
    match: {
      projectId: run.projectId,
      kinds: args.on,
      paymentKey: args.of && (await neededKey(run, args.of)),
    },
    when: args.first === undefined ? { kind: 'always' } : { kind: 'first', count: args.first },
    fault: read.fault,
  })
  if (!rule.success) {
    const lines = shapeIssues(rule.error).map(({ field, message }) => `${field}: ${message}`)
    throw new StepFailure(`Paybench refuses the fault ${args.kind}. Correct the values below.`, { lines })
  }
  const { rules } = await run.bench.call('faults.put', { rule: rule.data })
  return rules.find(({ id }) => id === rule.data.id)?.sentence ?? `Fault ${args.kind}`
}

export async function setClock(run: RunContext, clock: ArgsOf<'clock'>): Promise<string> {
  const { mode, now } = await run.bench.call(
    'clock.set',
    typeof clock === 'string' ? { mode: clock } : { mode: 'scaled', rate: clock.scaled },
  )
  return `The clock is ${mode}, at ${moment(now)}`
}

export async function advance(run: RunContext, span: string): Promise<string> {
  if (span === 'to next') {
    const { now } = await run.bench.call('clock.advanceToNext', {})
    return `Advanced to the next timer, ${moment(now)}`
  }
  const ms = msOf(span)
  const { now, firedTimers, sentCallbacks } = await run.bench.call('clock.advance', { ms })
  return `Advanced ${writeDuration(ms)} to ${moment(now)}: ${counted(firedTimers, 'timer')}, ${counted(sentCallbacks, 'callback')}`
}

const partOf = (amount: string | undefined): number | undefined =>
  amount === undefined ? undefined : amountOf(amount).amount

/** Creates a payment without a request from the merchant. */
export async function createByHand(
  run: RunContext,
  { as, amount, card, customer, ...rest }: ArgsOf<'create'>,
): Promise<string> {
  const paymentId = run.newId(as)
  const payment = namePayment(run, as, paymentId)
  const { key, status } = await run.bench.call('payments.create', {
    projectId: run.projectId,
    paymentId,
    ...amountOf(amount),
    card: card && cardNumber(card),
    customerId: customer,
    ...rest,
  })
  payment.key = key
  return `Created ${paymentId} by hand; the status is now ${status}`
}

/** Does what the tester can do in the window. */
export async function actByHand(
  run: RunContext,
  { of, does, amount, outcome }: ArgsOf<'by hand'>,
): Promise<string> {
  const key = await neededKey(run, of)
  const part = { amount: partOf(amount), outcome }
  const { status } = await (does === 'expire'
    ? run.bench.call('payments.expireClarification', { key })
    : does === 'cancel series'
      ? run.bench.call('payments.cancelSeries', { key })
      : run.bench.call(`payments.${does}`, { key, ...part }))
  return `By hand, as the step says: ${does}; the status is now ${status}`
}

/** Charges a series again; `as` names the new payment. */
export async function chargeAgain(
  run: RunContext,
  { as, of, amount, outcome }: ArgsOf<'charge again'>,
): Promise<string> {
  const paymentId = run.newId(as)
  const { key, status } = await run.bench.call('payments.chargeAgain', {
    key: await neededKey(run, of),
    paymentId,
    amount: partOf(amount),
    outcome,
  })
  namePayment(run, as, paymentId).key = key
  return `Charged the series of ${of} again as ${paymentId}, as the step says: ${status}`
}
