import type { Params } from '#protocol/methods'
import type { FlowBench } from './flow-bench'

export type Rule = Params<'answers.save'>['rules'][number]
export type Step = Rule['steps'][number]

export const reply = (status: number, body = '', delayMs = 0): Step => ({
  kind: 'reply',
  status,
  headers: [],
  body,
  delayMs,
})

/** A response rule for every request, unless `change` says otherwise. */
export const aRule = (steps: readonly Step[], change: Partial<Rule> = {}): Rule => ({
  id: 'first',
  name: '',
  enabled: true,
  match: {},
  steps: [...steps],
  after: 'last',
  per: 'rule',
  ...change,
})

/** Replaces all response rules with these. */
export const answerWith = (bench: FlowBench, ...rules: Rule[]) => bench.call('answers.save', { rules })

/** What the capture server received, newest first, with the bytes. */
export async function capturesOf(bench: FlowBench) {
  const { items } = await bench.call('captures.list', {})
  return Promise.all(items.map(({ id }) => bench.call('captures.get', { id })))
}
