import { describe, expect, it } from 'vitest'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import { CALLBACKS, CAPTURES, changesIn } from './use-live-list'

const aCallback = (change: Partial<CallbackSummary>) =>
  ({ id: 'cb_1', projectId: 1, ...change }) as CallbackSummary

describe('what events mean for the list of callbacks', () => {
  it('separates new callbacks from changed ones', () => {
    const first = aCallback({ id: 'a' })
    const second = aCallback({ id: 'b' })
    expect(
      changesIn(
        CALLBACKS,
        [
          { type: 'callback.changed', callback: first, isNew: true },
          { type: 'bench.reset' },
          { type: 'callback.changed', callback: second, isNew: false },
        ],
        undefined,
      ),
    ).toEqual({ added: [first], changed: [second] })
  })

  it('leaves out the callbacks of other projects', () => {
    const other = aCallback({ projectId: 2 })
    expect(changesIn(CALLBACKS, [{ type: 'callback.changed', callback: other, isNew: true }], 1)).toEqual({
      added: [],
      changed: [],
    })
  })
})

const aCapture = (change: Partial<ExchangeSummary>) =>
  ({ id: 'ex_1', source: 'capture', ...change }) as ExchangeSummary

describe('what events mean for the captured requests', () => {
  it('lets an answer come later', () => {
    const first = aCapture({ projectId: 1 })
    const answered = aCapture({ projectId: 1, status: 200 })
    expect(
      changesIn(
        CAPTURES,
        [
          { type: 'capture.added', capture: first },
          { type: 'capture.changed', capture: answered },
        ],
        1,
      ),
    ).toEqual({ added: [first], changed: [answered] })
  })
})
