import { expect, it } from 'vitest'
import { createBenchClient } from './client'
import type { Connection } from './connection'

/** A connection that keeps what it was given and never answers. */
function silentConnection(): { readonly connection: Connection; readonly sent: unknown[] } {
  const sent: unknown[] = []
  return { sent, connection: { send: (message) => sent.push(message), onMessage: () => () => undefined } }
}

it('delays reads while the connection is lost, and refuses everything else', async () => {
  const client = createBenchClient()
  client.attach(silentConnection().connection)()
  const refused = { code: 'unavailable', message: 'Not connected to the bench; nothing is sent.' }
  await expect(client.call('bench.reset', {})).rejects.toMatchObject(refused)
  await expect(client.call('sessions.close', {})).rejects.toMatchObject(refused)
  const { connection, sent } = silentConnection()
  void client.call('bench.info', {})
  client.attach(connection)
  expect(sent).toMatchObject([{ type: 'subscribe' }, { type: 'call', method: 'bench.info' }])
})

it('keeps everything for the first connection', () => {
  const client = createBenchClient()
  const { connection, sent } = silentConnection()
  void client.call('clock.set', { mode: 'frozen' })
  client.attach(connection)
  expect(sent).toMatchObject([{ type: 'subscribe' }, { type: 'call', method: 'clock.set' }])
})
