import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { connectBench, type Bench } from '#client/bench'
import { listening } from '#core/testing/listening'
import { openFlowBench } from './testing/flow-bench'
import { useFlowBench } from './testing/merchant-bench'

/** A network between client and bench that can be cut. */
interface Network {
  readonly url: string
  /** Cuts all connections; with `down`, new ones are refused until `up`. */
  cut(down: boolean): void
  up(): void
  /** Leads to another bench from now on. */
  leadTo(port: number): void
  close(): Promise<void>
}

const { bench: flow } = useFlowBench({ per: 'test', clock: 'live' })
let network: Network
let bench: Bench

beforeEach(async () => {
  network = await openNetwork(Number(new URL(flow.ready.workbench ?? '').port))
  bench = await connectBench({ url: network.url, token: flow.ready.token ?? '' })
})
afterEach(async () => {
  await bench.close()
  await network.close()
})

async function openNetwork(first: number): Promise<Network> {
  let port = first
  const open = new Set<Socket>()
  let isDown = false
  const server = createServer((near) => {
    if (isDown) {
      near.destroy()
      return
    }
    const far = connectSocket(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  const { url, close } = await listening(server)
  return {
    url,
    cut(down) {
      isDown = down
      for (const socket of open) socket.destroy()
    },
    up() {
      isDown = false
    },
    leadTo(other) {
      port = other
    },
    close,
  }
}

const EUR_46_50 = { amount: 4650, currency: 'EUR' } as const

it('the client resumes after the network was cut, and sees what happened in the meantime', async () => {
  const project = await bench.createProject()
  const coming = project.expect.payment({ paymentId: 'order-1', status: 'decline' }, { timeoutMs: 30_000 })
  await bench.clock.get()
  network.cut(true)
  const made = await flow.call('payments.create', {
    ...EUR_46_50,
    projectId: project.id,
    paymentId: 'order-1',
  })
  await flow.call('payments.complete', { key: made.key, outcome: 'decline' })
  network.up()
  expect((await coming).key).toBe(made.key)
  // Read calls wait for the connection, too.
  network.cut(false)
  expect((await bench.payments.get({ key: made.key })).status).toBe('decline')
})

it('the client refuses calls that change the bench while the network is down, so that nothing is done late', async () => {
  const { key } = await bench.payments.create(EUR_46_50)
  network.cut(true)
  // A call in flight may not have arrived either: in both cases it is refused.
  await expect(bench.payments.complete({ key, outcome: 'success' })).rejects.toMatchObject({
    code: 'unavailable',
  })
  network.up()
  expect((await bench.payments.get({ key })).status).toBe('processing')
})

it('the client ends if another bench, with another token, is at the address', async () => {
  const project = await bench.createProject()
  const coming = project.expect.payment({ paymentId: 'order-1', status: 'decline' }, { timeoutMs: 60_000 })
  const missed = expect(coming).rejects.toMatchObject({ code: 'unauthorized' })
  await bench.clock.get()
  const other = await openFlowBench()
  onTestFinished(() => other.close())
  network.leadTo(Number(new URL(other.ready.workbench ?? '').port))
  network.cut(false)
  await missed
  await expect(bench.clock.get()).rejects.toMatchObject({ code: 'unauthorized' })
  expect((await other.call('projects.list', {})).items.map(({ projectId }) => projectId)).not.toContain(
    project.id,
  )
})
