import { describe, expect, it, afterEach, vi, beforeEach } from 'vitest'
import type { BenchInfo, ClockView, NextTimer } from '#protocol/bench'
import { createFeed } from './bench'
import { clockStore, isFar, nextWait, nextWords, setClock, virtualNow } from './clock'
import { socketAddress, retryDelay } from './connection'
import { afterEvents, followBench, type InfoState, infoStore } from './info'
import { reachedUrl, shopUrl } from './listeners'
import { readPreferences } from './preferences-shape'
import { createPreferencesWriter, storedDrafts } from './preferences'
import { createBenchClient } from '#protocol/client'
import type { ServerMessage } from '#protocol/protocol'
import type { OpenSession } from '#protocol/sessions'
import { isRejected, NOT_CONNECTED, refusalIn } from './refusal'
import { toastStore } from './toasts'

const aClock = (change: Partial<ClockView> = {}): ClockView => ({
  mode: 'live',
  now: '2031-04-09T16:42:17.000Z',
  wallNow: '2030-01-01T00:00:00.000Z',
  rate: 1,
  timers: 0,
  ...change,
})
const start = Date.parse('2031-04-09T16:42:17.000Z')

describe('the virtual time between two views', () => {
  it('follows the wall clock when live, and runs faster when scaled', () => {
    expect(virtualNow(aClock(), 1500)).toBe(start + 1500)
    expect(virtualNow(aClock({ mode: 'scaled', rate: 60 }), 1500)).toBe(start + 90_000)
  })

  it('does not move when frozen', () => {
    expect(virtualNow(aClock({ mode: 'frozen', rate: 0 }), 60_000)).toBe(start)
  })

  it('is the time that an advance has reached', () => {
    const advancing = {
      from: '2031-04-09T16:42:17.000Z',
      to: '2031-04-09T17:12:17.000Z',
      at: '2031-04-09T17:00:00.000Z',
      firedTimers: 1,
      sentCallbacks: 2,
    }
    expect(virtualNow(aClock({ advancing }), 5000)).toBe(Date.parse(advancing.at))
  })

  it('never goes back', () => {
    expect(virtualNow(aClock(), -5)).toBe(start)
  })
})

const NOW = Date.parse('2031-04-09T10:00:00.000Z')
const DAY = 86_400_000
const anEnd = (afterMs: number): NextTimer => ({
  dueAt: new Date(NOW + afterMs).toISOString(),
  kind: 'timer',
  name: 'token expires',
  paymentKey: null,
  paymentId: '',
})

describe('the next timer', () => {
  it('is named with its payment, or as the expiry of a saved card', () => {
    expect(nextWords(anEnd(DAY))).toBe('saved card expires')
    const result = { ...anEnd(DAY), kind: 'callback', name: 'result' } as const
    expect(nextWords({ ...result, paymentKey: 'pay_1', paymentId: 'tea-1' })).toBe('tea-1, result')
    expect(nextWords({ ...result, name: 'token' })).toBe('token')
  })

  it.each([
    [0, false, 'now'],
    [30 * 60_000, false, 'in 30 min'],
    [31 * DAY, false, 'in 31 d'],
    [31 * DAY + 1, true, 'in 31 days'],
    [100 * DAY, true, 'in 3 months'],
    [7 * 365 * DAY, true, 'in 7 years'],
  ])('due in %d ms makes isFar return %s, and is shown as %j', (ms, far, words) => {
    expect([isFar(anEnd(ms), NOW), nextWait(anEnd(ms), NOW)]).toEqual([far, words])
  })
})

describe('the connection over a WebSocket', () => {
  it('goes to the host of the page', () => {
    expect(socketAddress({ protocol: 'http:', host: 'a:8600' })).toBe('ws://a:8600/api/v1/line')
    expect(socketAddress({ protocol: 'https:', host: 'bench.test' })).toBe('wss://bench.test/api/v1/line')
  })

  it('is retried with growing delays', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map(retryDelay)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
  })
})

const counters = { payments: 0 } as BenchInfo['counters']
const storage = { messages: 0 } as BenchInfo['storage']
const info = { counters, storage, notices: [] } as unknown as BenchInfo

const aState = (change: Partial<InfoState> = {}): InfoState => ({
  status: 'connected',
  failedTries: 0,
  refused: false,
  info,
  error: null,
  epoch: 0,
  ...change,
})

describe('a batch of events', () => {
  it('applies the newest counters and notices', () => {
    const notice = { id: 'n1', level: 'error' as const, message: 'Port 8620 is taken.' }
    const state = afterEvents(aState(), [
      { type: 'counters.changed', counters: { ...counters, payments: 1 }, storage },
      { type: 'counters.changed', counters: { ...counters, payments: 2 }, storage },
      { type: 'notices.changed', notices: [notice] },
    ])
    expect(state.info?.counters.payments).toBe(2)
    expect(state.info?.notices).toEqual([notice])
  })

  it('causes everything to be read again if it contains a reset, even if nothing was read before', () => {
    const state = afterEvents(aState({ info: null }), [{ type: 'bench.reset' }])
    expect(state).toMatchObject({ info: null, epoch: 1 })
  })

  it('changes nothing if it is empty', () => {
    expect(afterEvents(aState(), [])).toEqual(aState())
  })
})

it('an event that arrived before a response does not replace the clock of that response', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const client = createBenchClient()
  followBench(client, createFeed(client))
  let emit: (message: ServerMessage) => void = () => undefined
  client.attach({
    onMessage(listener) {
      emit = listener
      return () => undefined
    },
    send: () => undefined,
  })
  const clock = aClock({ now: '2031-04-09T17:12:17.000Z' })
  emit({ type: 'event', seq: 1, event: { type: 'clock.changed', clock } })
  expect(clockStore.getState().view).toEqual(clock)
  setClock(aClock())
  vi.runAllTimers()
  expect(clockStore.getState().view).toEqual(aClock())
  vi.useRealTimers()
})

const listening = (host: string, workbench = `http://${host}:8600`): BenchInfo => {
  const listeners: BenchInfo['listeners'] = [
    { name: 'platform', url: `http://${host}:8610`, reachableAt: [] },
    { name: 'merchant', url: `http://${host}:8620`, reachableAt: [] },
    { name: 'merchantTls', url: `https://${host}:8621`, reachableAt: [] },
    { name: 'workbench', url: workbench },
  ]
  // Only the listeners are read.
  return { listeners } as unknown as BenchInfo
}

/** Simulates a page of the workbench at this address; `paybench` is the connection of the desktop program. */
const pageAt = (address: string, paybench?: object): void => {
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('window', { paybench })
}
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the addresses of listeners in the page', () => {
  it('use the host name under which another computer reached the page', () => {
    pageAt('http://bench.test:8600/')
    expect(reachedUrl(listening('127.0.0.1'), 'platform')).toBe('http://bench.test:8610')
    expect(shopUrl(listening('127.0.0.1'))).toBe('http://bench.test:8620/shop')
  })

  it('use TLS in frames if the page was loaded over TLS', () => {
    pageAt('https://bench.test:8600/')
    expect(shopUrl(listening('127.0.0.1', 'https://127.0.0.1:8600'))).toBe('https://bench.test:8621/shop')
  })

  it('are unchanged in the desktop window, but use TLS if plain HTTP would be blocked', () => {
    pageAt('paybench://desk/workbench/index.html', {})
    expect(reachedUrl(listening('127.0.0.1'), 'platform')).toBe('http://127.0.0.1:8610')
    expect(shopUrl(listening('127.0.0.1'))).toBe('http://127.0.0.1:8620/shop')
    expect(shopUrl(listening('192.168.1.5'))).toBe('https://192.168.1.5:8621/shop')
  })
})

const stored = (change: object): string => JSON.stringify({ ...readPreferences(null), ...change })

describe('stored preferences', () => {
  it('are read', () => {
    const change = { page: 'callbacks', theme: 'dark', drafts: { newPayment: '{"amount":"1"}' } }
    expect(readPreferences(stored(change))).toMatchObject(change)
  })

  it('fall back to the default of each invalid part', () => {
    const text = stored({ page: 'moon', payments: { selection: 'k1', query: 7, split: 500 } })
    expect(readPreferences(text)).toMatchObject({
      page: 'payments',
      payments: { selection: 'k1', query: '', split: 59, view: null },
    })
  })

  it('keep the order and the columns of a list, and drop invalid ones', () => {
    const own = { sort: null, columns: null }
    const sort = { by: 'amount', direction: 'ascending' }
    const looks = {
      payments: { sort, columns: ['status', 'amount'] },
      callbacks: { sort, columns: [] },
      captures: 'odd',
    }
    expect(readPreferences(stored({ looks })).looks).toEqual({
      payments: { sort, columns: ['status', 'amount'] },
      callbacks: own,
      captures: own,
      traffic: own,
    })
    expect(readPreferences(stored({ looks: undefined })).looks.payments).toEqual(own)
  })

  it.each([null, '', 'not json', '[]', '{"version":2}'])('are the defaults if the text is %j', (text) => {
    expect(readPreferences(text)).toEqual(readPreferences(null))
  })
})

/** A storage for at most `room` characters that records the keys written to it. */
function aStorage(room = Number.POSITIVE_INFINITY) {
  const texts = new Map<string, string>()
  const writes: string[] = []
  const used = (): number => [...texts.values()].reduce((sum, { length }) => sum + length, 0)
  return {
    writes,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem(key: string, text: string) {
      writes.push(key)
      if (used() - (texts.get(key)?.length ?? 0) + text.length > room) throw new Error('Full.')
      texts.set(key, text)
    },
    removeItem(key: string) {
      texts.delete(key)
    },
    key: (at: number) => [...texts.keys()][at] ?? null,
    get length() {
      return texts.size
    },
  }
}

describe('the writer of preferences', () => {
  it('writes only what changed, so that selecting a row rewrites no draft', () => {
    const storage = aStorage()
    const write = createPreferencesWriter(storage)
    const state = { selection: 'a', drafts: { rule: 'long', other: 'text' } }
    write(state)
    storage.writes.length = 0
    write({ ...state, selection: 'b' })
    expect(storage.writes).toEqual(['paybench.workbench'])
    write({ ...state, selection: 'b', drafts: { ...state.drafts, other: 'text!' } })
    expect(storage.writes).toEqual(['paybench.workbench', 'paybench.draft.other'])
    expect(storage.getItem('paybench.workbench')).toBe('{"selection":"b"}')
    expect(storedDrafts(storage)).toEqual({ rule: 'long', other: 'text!' })
  })

  it('removes a discarded draft, but not one that another window keeps', () => {
    const storage = aStorage()
    const one = createPreferencesWriter(storage)
    const other = createPreferencesWriter(storage)
    one({ drafts: { mine: '1' } })
    other({ drafts: { theirs: '2' } })
    one({ drafts: {} })
    expect(storedDrafts(storage)).toEqual({ theirs: '2' })
  })

  it('keeps the stored text of a draft that no longer fits', () => {
    const storage = aStorage(60)
    const write = createPreferencesWriter(storage)
    write({ drafts: { rule: 'short' } })
    write({ drafts: { rule: 'x'.repeat(100), other: 'kept' } })
    expect(storedDrafts(storage)).toEqual({ rule: 'short', other: 'kept' })
    write({ drafts: { rule: 'shorter' } })
    expect(storedDrafts(storage)).toEqual({ rule: 'shorter' })
  })
})

const live: OpenSession = { kind: 'imported', id: 's1', name: 'Friday', mode: 'live', hasSecrets: true }
const readOnly: OpenSession = { ...live, mode: 'readOnly' }
const READ_ONLY = '"Friday" is open read-only. Open it live, or go back to your own session.'

describe('refusalIn', () => {
  it('refuses everything but reading while not connected', () => {
    const info = { session: { kind: 'own' } } as const
    for (const status of ['connecting', 'lost'] as const) {
      expect(refusalIn({ status, info }, 'payments.create')).toBe(NOT_CONNECTED)
      expect(refusalIn({ status, info }, 'sessions.open')).toBe(NOT_CONNECTED)
      expect(refusalIn({ status, info }, 'payments.list')).toBeNull()
    }
  })

  it('refuses every change in a session that is open read-only', () => {
    const state = { status: 'connected', info: { session: readOnly } } as const
    expect(refusalIn(state, 'payments.create')).toBe(READ_ONLY)
    expect(refusalIn(state, 'callbacks.replay')).toBe(READ_ONLY)
    expect(refusalIn(state, 'traffic.exportHar')).toBeNull()
    expect(refusalIn(state, 'sessions.close')).toBeNull()
  })

  it("refuses no change in the tester's own session, or in one that is open live", () => {
    for (const session of [{ kind: 'own' } as const, live]) {
      expect(refusalIn({ status: 'connected', info: { session } }, 'bench.reset')).toBeNull()
    }
  })
})

describe('isRejected', () => {
  beforeEach(() => {
    toastStore.setState({ toasts: [] })
  })

  it('shows the reason only once, however often it is called', () => {
    infoStore.setState({ status: 'lost' })
    const bench = createBenchClient()
    expect(isRejected(bench, 'callbacks.hold')).toBe(true)
    expect(isRejected(bench, 'callbacks.hold')).toBe(true)
    expect(toastStore.getState().toasts.map(({ text }) => text)).toEqual([NOT_CONNECTED])
  })

  it('returns false and shows nothing if the method can be called', () => {
    infoStore.setState({ status: 'connected', info: null })
    expect(isRejected(createBenchClient(), 'callbacks.hold')).toBe(false)
    expect(toastStore.getState().toasts).toEqual([])
  })
})
