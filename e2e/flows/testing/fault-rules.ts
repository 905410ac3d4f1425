import type { Params } from '#protocol/methods'
import type { Automation } from './automation'

export type RuleParams = Params<'faults.save'>['rules'][number]

let made = 0

/** A rule that always acts on everything, unless `rest` says otherwise. */
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

/** Puts these rules, each a fault with nothing special or a whole rule, in the place of all others. */
export async function saveFaults(
  bench: Automation,
  ...rules: readonly (RuleParams | RuleParams['fault'])[]
): Promise<readonly RuleParams[]> {
  const whole = rules.map((rule) => ('fault' in rule ? rule : aFaultRule(rule)))
  await bench.call('faults.save', { rules: whole })
  return whole
}

/** How often each rule was asked and acted. */
export async function faultCounts(bench: Automation): Promise<readonly (readonly [number, number])[]> {
  const { rules } = await bench.call('faults.list', {})
  return rules.map(({ evaluated, fired }) => [evaluated, fired])
}
