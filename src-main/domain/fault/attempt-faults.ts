import { signedText } from '#domain/callback/signed-text'
import type { SignatureCrypto } from '#domain/signature/crypto'
import { changeText } from './content'
import { faultMark } from './explain'
import { type Fault, FAULTS, isSignaturePath } from './fault-table'
import type { AttemptContent, WireFaults } from './kind'
import type { FaultRule } from './rule'

/** If `fired` is false, the rule changed nothing, and `text` says why. */
export interface RuleEffect {
  readonly rule: FaultRule
  readonly fired: boolean
  readonly text: string
}

/** Applies content faults in phases. If a rule says so, a changed body is signed before a signature is corrupted. */
export function applyToAttempt(
  content: AttemptContent,
  rules: readonly FaultRule[],
  secret: string,
  crypto: SignatureCrypto,
): { readonly content: AttemptContent; readonly effects: readonly RuleEffect[] } {
  const effects: RuleEffect[] = []
  let current = content
  for (const phase of ['fields', 'signature', 'form'] as const) {
    let signatureIsDue = false
    for (const rule of rules) {
      const kind = FAULTS[rule.fault.kind]
      if (kind.stage !== 'attempt' || kind.phase !== phase) continue
      const changed = kind.change(current, rule.fault, { secret, crypto })
      if (typeof changed === 'string') {
        effects.push({ rule, fired: false, text: `Rule “${rule.name}” changed nothing: ${changed}.` })
        continue
      }
      current = changed
      effects.push({ rule, fired: true, text: faultMark(rule) })
      signatureIsDue ||= wantsSignature(rule.fault)
    }
    if (signatureIsDue) {
      const signed = changeText(current, (text) => signedText(text, 'resign', secret, crypto))
      if (typeof signed !== 'string') current = signed
    }
  }
  return { content: current, effects }
}

function wantsSignature(fault: Fault): boolean {
  const isResigned = 'signing' in fault && fault.signing === 'resign'
  return isResigned && !('path' in fault && isSignaturePath(fault.path))
}

/** Null if there is no wire fault. */
export function wireFaultsOf(faults: readonly Fault[]): WireFaults | null {
  const parts = faults.flatMap((fault) => {
    const kind = FAULTS[fault.kind]
    return kind.stage === 'wire' ? [kind.onWire(fault)] : []
  })
  return parts.length === 0 ? null : parts.reduce((all, part) => ({ ...all, ...part }))
}
