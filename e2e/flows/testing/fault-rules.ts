import type { Params } from '#protocol/methods'
import type { Automation } from './automation'

export type RuleParams = Params<'faults.save'>['rules'][number]

let made = 0

/** A fault rule that always acts on everything, unless `rest` says otherwise. */
export function aFaultRule(fault: RuleParams['fault'], rest: Partial<RuleParams> = {}): RuleParams {
  made += 1
  return {
    id: `rule-${made}`,
    name: `${fault.kind} ${made}`,
    enabled: true,
    match: {},
    when: { kind: 'always' },
    fault,
    ...rest,
  }
}

/** A fault rule that acts only on the first messages that match it. */
export const firstOnly = (fault: RuleParams['fault'], count = 1): RuleParams =>
  aFaultRule(fault, { when: { kind: 'first', count } })

/** Replaces all fault rules with these; each is a complete rule, or a fault that gets a rule by {@link aFaultRule}. */
export async function saveFaults(
  bench: Automation,
  ...rules: readonly (RuleParams | RuleParams['fault'])[]
): Promise<readonly RuleParams[]> {
  const whole = rules.map((rule) => ('fault' in rule ? rule : aFaultRule(rule)))
  await bench.call('faults.save', { rules: whole })
  return whole
}

/** How often each fault rule acted, and how often it was evaluated: `1/3 0/2`. */
export async function faultCounts(bench: Automation): Promise<string> {
  const { rules } = await bench.call('faults.list', {})
  return rules.map(({ evaluated, fired }) => `${String(fired)}/${String(evaluated)}`).join(' ')
}
