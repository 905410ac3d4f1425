import { expect, it } from 'vitest'
import { createBenchClient } from './client'
import type { Line } from './connection'

/** A line that keeps what it was given and never answers. */
function silentLine(): { readonly line: Line; readonly sent: unknown[] } {
  const sent: unknown[] = []
  return { sent, line: { send: (message) => sent.push(message), onMessage: () => () => undefined } }
}

it('asks later what was to be read while the line was lost, and does nothing of the rest', async () => {
  const client = createBenchClient()
  client.attach(silentLine().line)()
  const refused = { code: 'unavailable', message: 'Not connected to the bench; nothing is sent.' }
  await expect(client.call('bench.reset', {})).rejects.toMatchObject(refused)
  await expect(client.call('sessions.close', {})).rejects.toMatchObject(refused)
  const { line, sent } = silentLine()
  void client.call('bench.info', {})
  client.attach(line)
  expect(sent).toMatchObject([{ type: 'subscribe' }, { type: 'call', method: 'bench.info' }])
})

it('keeps everything for the first line', () => {
  const client = createBenchClient()
  const { line, sent } = silentLine()
  void client.call('clock.set', { mode: 'frozen' })
  client.attach(line)
  expect(sent).toMatchObject([{ type: 'subscribe' }, { type: 'call', method: 'clock.set' }])
})
