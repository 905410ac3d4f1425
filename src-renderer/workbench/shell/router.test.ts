import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHistoryWriter } from './router'

function aRecordedHistory() {
  const entries: string[] = []
  const replace = vi.fn((text: string) => entries.splice(-1, 1, text))
  const writer = createHistoryWriter({
    current: () => entries.at(-1) ?? '',
    push: (text) => entries.push(text),
    replace,
  })
  return { entries, writer, replace }
}

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(1000).then(() => undefined)

/** A history whose only entry is the page of payments. */
async function atPayments() {
  const made = aRecordedHistory()
  made.writer.moved('payments', false)
  await settle()
  return made
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the history of the window', () => {
  it('has one entry per step, however many changes the step consists of', async () => {
    const { entries, writer } = await atPayments()
    writer.moved('callbacks/sent', false)
    writer.moved('callbacks/sent/cb_1', false)
    await settle()
    expect(entries).toEqual(['payments', 'callbacks/sent/cb_1'])
  })

  it('has one entry for all rows that are selected one after the other', async () => {
    const { entries, writer } = await atPayments()
    for (const row of ['payments/1', 'payments/2', 'payments/3']) {
      writer.moved(row, true)
      await Promise.resolve()
    }
    await settle()
    expect(entries).toEqual(['payments/3'])
  })

  it('contains the last selected row even if the next step follows at once', async () => {
    const { entries, writer } = await atPayments()
    writer.moved('payments/1', true)
    await Promise.resolve()
    writer.moved('traffic', false)
    await settle()
    expect(entries).toEqual(['payments/1', 'traffic'])
  })

  it('gets no entry for a place that the address led to', async () => {
    const { entries, writer } = aRecordedHistory()
    writer.followed('payments/1')
    writer.moved('payments/1', false)
    await settle()
    expect(entries).toEqual([])
  })

  it('gets its pending entry before the page is closed', () => {
    const { entries, writer } = aRecordedHistory()
    entries.push('payments')
    writer.followed('payments')
    writer.moved('payments/7', true)
    writer.flush()
    expect(entries).toEqual(['payments/7'])
  })

  it('contains a row as soon as it is selected, so that a reload finds it', async () => {
    const { entries, writer } = await atPayments()
    writer.moved('payments/1', true)
    await Promise.resolve()
    expect(entries).toEqual(['payments/1'])
  })

  it('is written at a limited rate while an arrow key is held down, and ends at the last row', async () => {
    const { entries, writer, replace } = await atPayments()
    for (let row = 1; row <= 300; row += 1) {
      writer.moved(`payments/${row}`, true)
      await vi.advanceTimersByTimeAsync(33)
    }
    await settle()
    expect(entries).toEqual(['payments/300'])
    expect(replace.mock.calls.length).toBeGreaterThan(50)
    expect(replace.mock.calls.length).toBeLessThan(200)
  })

  it('keeps an address that a link has put into the address bar', async () => {
    const { entries, writer } = await atPayments()
    entries.push('settings/licences')
    writer.moved('payments/1', true)
    writer.moved('traffic', false)
    await settle()
    expect(entries).toEqual(['payments', 'settings/licences'])
    writer.followed('settings/licences')
    writer.moved('traffic', false)
    await settle()
    expect(entries).toEqual(['payments', 'settings/licences', 'traffic'])
  })
})
