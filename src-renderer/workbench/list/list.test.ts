import { describe, expect, it } from 'vitest'
import { movedRow } from './GridRow'
import { PAYMENT_QUERY_FIELDS } from '#domain/query/fields'
import {
  completionsOf,
  errorsOf,
  type FilterText,
  queryOf,
  takeApart,
  tokenParts,
  typeInto,
} from './filter-text'
import {
  allShown,
  selectionBetween,
  chosenCount,
  EVERYTHING,
  isChosen,
  isEmptySelection,
  NO_SELECTION,
  toggled,
} from './selection'
import type { CallbackSummary, ExchangeSummary } from '#protocol/messages'
import { CALLBACKS, CAPTURES, changesIn } from './use-live-list'

describe('keys in a list', () => {
  it.each([
    ['ArrowDown', 4, 5],
    ['j', 4, 5],
    ['ArrowUp', 4, 3],
    ['k', 0, 0],
    ['PageDown', 4, 24],
    ['PageDown', 90, 99],
    ['PageUp', 4, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
  ])('move the active row: %s from %i to %i', (key, from, to) => {
    expect(movedRow(key, from, 100, 20)).toBe(to)
  })

  it('start at the first row if none is chosen', () => {
    expect(movedRow('ArrowDown', -1, 100, 20)).toBe(0)
    expect(movedRow('ArrowUp', -1, 100, 20)).toBe(0)
  })

  it('are ignored if they are unknown, or if the list is empty', () => {
    expect(movedRow('a', 3, 100, 20)).toBeNull()
    expect(movedRow('End', -1, 0, 20)).toBeNull()
  })
})

const EMPTY: FilterText = { tokens: [], typed: '' }
const fields = PAYMENT_QUERY_FIELDS
const names = (filter: FilterText) =>
  filter.tokens.map((token) => tokenParts(token).name + tokenParts(token).value)

describe('a filter box', () => {
  it('shows the conditions of a stored query as tokens and its free text as text', () => {
    const filter = takeApart('order status:"awaiting clarification" amount>1000 77', fields)
    expect(names(filter)).toEqual(['status:"awaiting clarification"', 'amount>1000'])
    expect(filter.typed).toBe('order 77')
    expect(queryOf(filter)).toBe('status:"awaiting clarification" amount>1000 order 77')
  })

  it('turns a condition into a token once a space or Enter follows', () => {
    expect(typeInto(EMPTY, 'callback:failed', fields).tokens).toEqual([])
    expect(names(typeInto(EMPTY, 'callback:failed ', fields))).toEqual(['callback:failed'])
    expect(typeInto(EMPTY, 'callback:failed ', fields).typed).toBe('')
    expect(names(typeInto(EMPTY, '-callback:failed', fields, true))).toEqual(['-callback:failed'])
  })

  it('leaves free text and unfinished words alone', () => {
    expect(typeInto(EMPTY, 'order 77 ', fields)).toEqual({ tokens: [], typed: 'order 77 ' })
    expect(typeInto(EMPTY, 'order amount>10 sta', fields)).toMatchObject({ typed: 'order sta' })
  })

  it('keeps invalid text, and says why it is invalid', () => {
    const filter = typeInto(EMPTY, 'colour:red ', fields, true)
    expect(filter.typed).toBe('colour:red ')
    expect(errorsOf(filter, fields)[0]?.message).toContain('There is no field "colour"')
  })
})

describe('completion', () => {
  const labels = (typed: string) => completionsOf(typed, fields).map(({ label }) => label)
  const texts = (typed: string) => completionsOf(typed, fields).map(({ text }) => text)

  it('offers names, then values', () => {
    expect(labels('am')).toEqual(['amount:'])
    expect(labels('-stat')).toEqual(['-status:'])
    expect(labels('status:awaiting cl').length).toBe(0)
    expect(labels('status:"awaiting cl')).toContain('awaiting clarification')
    expect(labels('callback:')).toEqual(['delivered', 'dropped', 'failed', 'held', 'pending', 'none'])
    expect(labels('method:easyp')).toEqual(['easypaisa', 'wallet/easypaisa'])
  })

  it('finishes the word and keeps the text before it', () => {
    expect(texts('order status:succ')).toEqual(['order status:success '])
    expect(texts('status:success,decl')).toContain('status:success,decline ')
    expect(texts('status:"awaiting cla')).toContain('status:"awaiting clarification" ')
  })

  it('offers nothing for fields that do not exist', () => {
    expect(labels('colour:')).toEqual([])
  })
})

const keysOf = (selection: ReturnType<typeof toggled>): readonly string[] =>
  selection.kind === 'keys' ? [...selection.keys] : ['everything']

describe('choosing several rows', () => {
  it('also adds the shown row when the first row is added', () => {
    const two = toggled(NO_SELECTION, 'b', 'a')
    expect(keysOf(two)).toEqual(['a', 'b'])
    expect(keysOf(toggled(two, 'a', 'a'))).toEqual(['b'])
    expect(keysOf(toggled(NO_SELECTION, 'a', 'a'))).toEqual(['a'])
    expect(keysOf(toggled(NO_SELECTION, 'a', null))).toEqual(['a'])
  })

  it('does not change the previous selection', () => {
    const before = toggled(NO_SELECTION, 'a', null)
    toggled(before, 'b', 'a')
    expect(keysOf(before)).toEqual(['a'])
    expect(isEmptySelection(NO_SELECTION)).toBe(true)
  })

  it('takes the loaded rows between two rows, in either direction', () => {
    const keyAt = (row: number): string | undefined => (row === 3 ? undefined : `k${row}`)
    expect(keysOf(selectionBetween(keyAt, 2, 5))).toEqual(['k2', 'k4', 'k5'])
    expect(keysOf(selectionBetween(keyAt, 5, 2))).toEqual(['k2', 'k4', 'k5'])
    const most = selectionBetween((row) => `k${row}`, 0, 90_000)
    expect(chosenCount(most, 100_000)).toBe(5000)
  })

  it('takes all shown rows by key, or everything if there are too many or some are not loaded', () => {
    const keyAt = (row: number): string => `k${row}`
    expect(keysOf(allShown(keyAt, 3))).toEqual(['k0', 'k1', 'k2'])
    expect(allShown(keyAt, 501)).toBe(EVERYTHING)
    expect(allShown((row) => (row === 1 ? undefined : keyAt(row)), 3)).toBe(EVERYTHING)
  })

  it('treats every row as chosen, loaded or not, if everything is chosen', () => {
    expect(isChosen(EVERYTHING, 'whatever')).toBe(true)
    expect(chosenCount(EVERYTHING, 100_000)).toBe(100_000)
    expect(isEmptySelection(EVERYTHING)).toBe(false)
    expect(keysOf(toggled(EVERYTHING, 'a', 'b'))).toEqual(['a'])
  })
})

const aCallback = (change: Partial<CallbackSummary>) =>
  ({ id: 'cb_1', projectId: 1, ...change }) as CallbackSummary

describe('the changes of a list', () => {
  it('are new callbacks and changed ones', () => {
    const first = aCallback({ id: 'a' })
    const second = aCallback({ id: 'b' })
    const events = [
      { type: 'callback.changed', callback: first, isNew: true } as const,
      { type: 'bench.reset' } as const,
      { type: 'callback.changed', callback: second, isNew: false } as const,
    ]
    expect(changesIn(CALLBACKS, events, undefined)).toEqual({ added: [first], changed: [second] })
  })

  it('leave out the callbacks of other projects', () => {
    const event = { type: 'callback.changed', callback: aCallback({ projectId: 2 }), isNew: true } as const
    expect(changesIn(CALLBACKS, [event], 1)).toEqual({ added: [], changed: [] })
  })

  it('contain a response that is added to a captured request later', () => {
    const first = { id: 'ex_1', source: 'capture', projectId: 1 } as ExchangeSummary
    const responded = { ...first, status: 200 }
    const events = [
      { type: 'capture.added', capture: first } as const,
      { type: 'capture.changed', capture: responded } as const,
    ]
    expect(changesIn(CAPTURES, events, 1)).toEqual({ added: [first], changed: [responded] })
  })
})
