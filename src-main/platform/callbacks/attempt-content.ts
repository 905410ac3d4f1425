import { applyToAttempt } from '#domain/fault/attempt-faults'
import { faultMark } from '#domain/fault/explain'
import { FAULTS } from '#domain/fault/fault-table'
import { type WireFaults, wireFaultsOf } from '#domain/fault/wire-faults'
import type { SignatureCrypto } from '#domain/signature/crypto'
import type { CallbackRecord, StoredMark } from '#store/records'
import type { HeaderList } from '#lib/http-message/message'
import type { FaultRules } from './fault-rules'
import type { SelfAddresses } from '#core/ports'
import { overruledMarks, subjectOf } from './message-faults'

/** The content of one attempt, and the marks of the fault rules that acted on it. */
export interface AttemptPlan {
  readonly headers: HeaderList
  readonly body: Uint8Array
  readonly wireFaults: WireFaults | null
  readonly marks: readonly StoredMark[]
}

/**
 * Applies the fault rules to one attempt and counts them. Call it in the write that records the attempt. The callback
 * itself keeps its bytes.
 */
export function planAttempt(options: {
  readonly callback: CallbackRecord
  readonly faultRules: FaultRules
  readonly secret: string
  readonly crypto: SignatureCrypto
  readonly addresses: SelfAddresses | null
}): AttemptPlan {
  const { callback, faultRules, secret, crypto, addresses } = options
  const { headers, body } = callback
  const decision = faultRules.decide(subjectOf(callback, addresses), ['attempt', 'wire'])
  if (decision.asked.length === 0) return { headers, body, wireFaults: null, marks: [] }
  const onWire = decision.acting.filter(({ fault }) => FAULTS[fault.kind].stage === 'wire')
  const { content, effects } = applyToAttempt({ headers, body }, decision.acting, secret, crypto)
  faultRules.count(decision.asked, [
    ...onWire,
    ...effects.filter(({ fired }) => fired).map(({ rule }) => rule),
  ])
  return {
    ...content,
    wireFaults: wireFaultsOf(onWire.map(({ fault }) => fault)),
    marks: [
      ...effects.map(({ rule, text }) => ({ ruleId: rule.id, text })),
      ...onWire.map((rule) => ({ ruleId: rule.id, text: faultMark(rule) })),
      ...overruledMarks(decision),
    ],
  }
}
