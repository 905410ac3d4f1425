import { beforeEach, describe, expect, it } from 'vitest'
import { createBenchClient } from '#protocol/client'
import type { ReplayJob } from '#protocol/replay'
import type { SessionView } from '#protocol/sessions'
import type { ShownMessages } from '#window/list/shown-rows'
import { COMPOSE } from '#window/features/replay/replay-commands'
import { preferencesStore, setPlace, setPreferences } from '#window/state/preferences'
import { readPreferences } from '#window/state/preferences-shape'
import { KEY_GROUPS } from '#window/shell/keys'
import { ALL_PAYMENT_COMMANDS } from '#window/features/payments/payment-commands'
import { commonItems, linesOf, matching, type Surroundings } from './commands'

beforeEach(() => {
  preferencesStore.setState(readPreferences(null))
})

const NOTHING: Surroundings = {
  messages: null,
  callback: null,
  replay: undefined,
  sessions: [],
  session: undefined,
  fileWork: null,
}

const labels = (now: Partial<Surroundings> = {}): readonly string[] =>
  commonItems(createBenchClient(), [], { ...NOTHING, ...now }).map(({ label }) => label)

/** Items that are offered now and were not before. */
const addedLabels = (now: Partial<Surroundings>): readonly string[] => {
  const before = new Set(labels())
  return labels(now).filter((label) => !before.has(label))
}

const shows = (list: ShownMessages['list'], more: Partial<ShownMessages> = {}): Partial<Surroundings> => ({
  messages: { list, id: 'cb_1', chosen: null, ...more },
})

const ON_ONE_MESSAGE = [
  'Copy this message as curl',
  'Copy this message as raw HTTP',
  'Save this message as HAR',
  'Explain the signature of this message',
]

const JOB = { state: 'running', total: 10 } as ReplayJob

const SESSION = { id: 's1', name: 'Monday' } as SessionView

describe('the palette, while the newest message is shown without being chosen,', () => {
  it('offers every callback command that has a keyboard shortcut', () => {
    const offered = addedLabels(shows('callbacks'))
    expect(offered).toEqual(
      expect.arrayContaining([
        ...ON_ONE_MESSAGE,
        'Edit and replay this message',
        'Replay this message once, as a new message',
        'Send this callback now',
        'Hold this callback',
        'Change the target of this callback…',
      ]),
    )
    expect(offered).not.toContain('Respond to requests like this with…')
  })

  it('offers a response rule for requests like the captured one', () => {
    const offered = addedLabels(shows('captures', { id: 'ex_1' }))
    expect(offered).toEqual(
      expect.arrayContaining([...ON_ONE_MESSAGE, 'Respond to requests like this with…']),
    )
    expect(offered.filter((label) => label.includes('this callback'))).toEqual([])
  })

  it('offers to send a request in Traffic again', () => {
    expect(addedLabels(shows('traffic', { id: 'ex_1' }))).toEqual(
      expect.arrayContaining([
        'Send this request again',
        'Edit and send this request…',
        'Copy this request as curl',
        'Explain the signature of this request',
      ]),
    )
  })
})

it('the palette offers no message command while a message is being composed, or if no message is shown', () => {
  expect(addedLabels(shows('callbacks', { id: COMPOSE }))).toEqual([])
  expect(addedLabels(shows('callbacks', { id: null }))).toEqual([])
})

it('the palette offers commands for all rows that are chosen together', () => {
  const chosen = { kind: 'ids', ids: ['cb_1', 'cb_2', 'cb_3'] } as const
  expect(addedLabels(shows('callbacks', { chosen }))).toEqual(
    expect.arrayContaining([
      'Replay the 3 selected messages…',
      'Copy the 3 selected messages as curl',
      'Copy the 3 selected messages as raw HTTP',
      'Save the 3 selected messages as HAR',
      'Explain the signature of this message',
    ]),
  )
  expect(addedLabels(shows('traffic', { chosen }))).toContain('Copy the 3 selected requests as curl')
})

it('the palette has only one line per id', () => {
  const items = commonItems(createBenchClient(), [], {
    ...NOTHING,
    ...shows('callbacks'),
    sessions: [SESSION],
  })
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
})

it.each(KEY_GROUPS)('the list of keys gives each key only one meaning: $title', ({ lines }) => {
  expect(new Set(lines.map(({ keys }) => keys)).size).toBe(lines.length)
})

it('the palette offers to stop work that is in progress', () => {
  expect(addedLabels({ replay: JOB })).toEqual(['Stop the bulk replay'])
  const fileWork = { label: 'Exporting the session', detail: '', part: 0 }
  expect(addedLabels({ fileWork })).toEqual(['Cancel: Exporting the session'])
})

it('the palette offers to open and remove imported sessions, but not to remove the open one', () => {
  expect(addedLabels({ sessions: [SESSION] })).toEqual(['Session Monday…', 'Remove the session Monday…'])
  const session = { ...SESSION, kind: 'imported', mode: 'live' } as const
  expect(addedLabels({ sessions: [SESSION], session })).toEqual(['Session Monday…'])
})

it('the palette offers to save a filter, add a response rule and change the order of Traffic', () => {
  expect(labels()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^New response rule: /), 'Order Traffic by payment']),
  )
  expect(labels()).not.toContain('Save this filter…')
  setPlace('traffic', { query: 'source:form', view: 'payment' })
  setPreferences({ page: 'traffic' })
  expect(labels()).toEqual(expect.arrayContaining(['Order Traffic by time', 'Save this filter…']))
})

it('the palette lists, after the rest, what a payment cannot do now, with the reason', () => {
  const payment = { actions: ['refund'], status: 'success', callbacks: { delivered: 0, failed: 0 } }
  const lines = linesOf(createBenchClient(), ALL_PAYMENT_COMMANDS, payment as never)
  expect(matching(lines, 're').map(({ label, reason }) => [label, reason])).toEqual(
    expect.arrayContaining([
      ['Refund…', null],
      ['Request clarification…', 'Not possible: the payment’s status is success.'],
    ]),
  )
  expect(matching(lines, 're').findLastIndex(({ reason }) => reason === null)).toBeLessThan(
    matching(lines, 're').findIndex(({ reason }) => reason !== null),
  )
  expect(lines.map(({ label }) => label)).not.toContain('Extend the wait with an empty answer')
})

it('the palette offers what the customer of a payment may do at the provider', () => {
  const actions = ['openProvider', 'payAsCustomer', 'payOtherAsCustomer', 'leaveAsCustomer']
  const payment = { actions, status: 'awaiting redirect result', callbacks: { delivered: 1, failed: 0 } }
  const lines = linesOf(createBenchClient(), ALL_PAYMENT_COMMANDS, payment as never)
  const possible = matching(lines, 'customer').filter(({ reason }) => reason === null)
  expect(possible.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Customer pays', 'Customer pays another amount…', 'Customer leaves…']),
  )
})

it('the palette says why the shown callback cannot be steered now', () => {
  const callback = { state: 'delivered', attemptCount: 1, target: 'http://127.0.0.1:1/' }
  const items = commonItems(createBenchClient(), [], {
    ...NOTHING,
    ...shows('callbacks'),
    callback: callback as never,
  })
  const reason = (label: string) => items.find((item) => item.label === label)?.reason
  expect(reason('Hold this callback')).toMatch(/delivered/)
  expect(reason('Resend this callback itself, with a new retry schedule')).toBeNull()
})
