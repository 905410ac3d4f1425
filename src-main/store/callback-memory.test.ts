import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnnotations } from './annotations'
import { createAttempts } from './attempts'
import { createCallbackMemory } from './callback-memory'
import { createCallbacks } from './callbacks'
import { losingBase, type LosingStep } from './fixtures/losing-base'
import { losingSteps } from './fixtures/losing-steps'
import { aCallback, aPayment, START, utf8 } from './fixtures/samples'
import { createPayments } from './payments'
import type { NewCallback } from './records'
import type { CallbackChange } from './callback-row'

const IDS = ['a', 'b', 'c', 'd', 'e'] as const

type Write =
  | { readonly do: 'insert'; readonly id: string; readonly change: Partial<NewCallback> }
  | { readonly do: 'update'; readonly id: string; readonly change: CallbackChange }
  | { readonly do: 'attempt' | 'annotate'; readonly id: string }

const id = fc.constantFrom(...IDS)
const dueAt = fc.constantFrom(null, START, START + 1, START + 2)
const note = fc.constantFrom(null, 'a note', 'half \ud800', 'nul \0', 'long '.repeat(2000))
const marks = fc.constantFrom([], [{ ruleId: null, text: 'half \udc00' }])
const state = fc.constantFrom('scheduled' as const, 'failed' as const, 'delivering' as const, 'held' as const)
const change = fc.record({ state, nextAttemptAt: dueAt, note, marks, nextN: fc.nat(2) }, { requiredKeys: [] })

const steps = losingSteps<Write>(
  fc.oneof(
    fc.record({
      do: fc.constant('insert' as const),
      id,
      change: fc.record({
        nextAttemptAt: dueAt,
        note,
        marks,
        paymentKey: fc.constantFrom(null, 'pay_1'),
        targetUrl: fc.constantFrom(null, 'http://127.0.0.1/\ud800'),
        body: fc.constantFrom('{}', `{"long":"${'x'.repeat(40)}"}`).map(utf8),
      }),
    }),
    fc.record({ do: fc.constant('update' as const), id, change }),
    fc.record({ do: fc.constantFrom('attempt' as const, 'annotate' as const), id }),
  ),
)

/** Callbacks with a memory for three of them. */
function aSender() {
  const { base, carryOutAll, close } = losingBase()
  const callbacks = createCallbacks(base)
  const attempts = createAttempts(base, callbacks)
  const annotations = createAnnotations(base)
  createPayments(base).insert(aPayment())
  base.group.flush()
  const write = (step: Write): void => {
    const isThere = base.connection.get('SELECT 1 FROM callbacks WHERE id = ?', step.id) !== undefined
    switch (step.do) {
      case 'insert':
        if (!isThere) callbacks.insert(aCallback({ ...step.change, id: step.id }))
        return
      case 'update':
        callbacks.update(step.id, step.change)
        return
      case 'attempt':
        if (isThere)
          attempts.start({ callbackId: step.id, n: 0, dueAt: START, sentAt: START, wallSentAt: START })
        return
      case 'annotate':
        annotations.set('callback', step.id, '{"note":"seen"}')
    }
  }
  return {
    base,
    carryOutAll: (all: readonly LosingStep<Write>[]) => {
      carryOutAll(all, write)
    },
    close,
  }
}

/** What the repositories say with this memory. */
function seen(base: ReturnType<typeof aSender>['base']) {
  const callbacks = createCallbacks(base)
  const attempts = createAttempts(base, callbacks)
  return {
    whole: IDS.map((one) => callbacks.byId(one)),
    rows: IDS.map((one) => callbacks.row(one)),
    wereAttempted: IDS.map((one) => attempts.hasAny(one)),
    due: callbacks.due(START + 1, 10),
    next: callbacks.next(),
    counts: callbacks.countByState(),
    payments: base.connection.all(
      'SELECT callbacks_pending, callbacks_failed, callbacks_delivered FROM payments',
    ),
  }
}

/** The repositories read every row anew. */
const withoutMemory = (base: ReturnType<typeof aSender>['base']) => ({
  ...base,
  callbackMemory: createCallbackMemory(base.connection),
})

describe('the memory of callbacks', () => {
  it('says what the rows say, whatever was written, undone or lost', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const { base, carryOutAll, close } = aSender()
        carryOutAll(all)
        expect(seen(base)).toEqual(seen(withoutMemory(base)))
        close()
      }),
      { numRuns: 150 },
    )
  })

  it('reads a callback that is to be sent from no table, and forgets it once it is done with', () => {
    const { base } = aSender()
    const callbacks = createCallbacks(base)
    callbacks.insert(aCallback({ id: 'a' }))
    base.connection.run('DROP TABLE callback_contents')
    expect(callbacks.byId('a')?.body).toEqual(aCallback().body)
    callbacks.update('a', { state: 'delivered', nextAttemptAt: null })
    expect(base.callbackMemory.byId('a')).toBeNull()
    expect(callbacks.row('a')?.state).toBe('delivered')
  })
})
