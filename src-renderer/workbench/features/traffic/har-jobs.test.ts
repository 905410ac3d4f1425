import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBenchClient } from '#protocol/client'
import { clientMessage, type ServerMessage } from '#protocol/protocol'
import { infoStore } from '#window/state/info'
import { toastStore } from '#window/state/toasts'
import { importHar, isHarFile } from './har-jobs'

const TAKEN = { upload: 'up_1', read: 1, imported: 0, skipped: 0, total: null, done: false }

/** A bench that takes the first part of a file and refuses the next; it records the calls. */
function aBenchThatGivesUp() {
  const asked: unknown[] = []
  const client = createBenchClient()
  let emit: (message: ServerMessage) => void = () => undefined
  client.attach({
    onMessage(listener) {
      emit = listener
      return () => undefined
    },
    send(message) {
      const read = clientMessage.parse(message)
      if (read.type !== 'call') return
      const { id, params } = read
      asked.push(params)
      const isFirst = asked.length === 1
      queueMicrotask(() => {
        emit(
          isFirst
            ? { type: 'result', id, result: TAKEN }
            : { type: 'error', id, error: { code: 'invalid_params', message: 'That is not an archive.' } },
        )
      })
    },
  })
  return { client, asked }
}

describe('an archive that is imported', () => {
  afterEach(() => {
    toastStore.setState({ toasts: [] })
    infoStore.setState({ status: 'connecting' })
  })

  it('names the file that cannot be read', async () => {
    infoStore.setState({ status: 'connected' })
    importHar(aBenchThatGivesUp().client, new File([new Uint8Array([0xff, 0xfe])], 'picture.har'))
    await vi.waitFor(() =>
      expect(toastStore.getState().toasts[0]?.text).toMatch(/^picture\.har: It is not UTF-8 text/),
    )
  })

  it('releases its place on the bench where it cannot be read completely', async () => {
    const { client, asked } = aBenchThatGivesUp()
    infoStore.setState({ status: 'connected' })
    importHar(client, new File(['x'.repeat(1_100_000), 'y'.repeat(10)], 'long.har'))
    await vi.waitFor(() =>
      expect(toastStore.getState().toasts[0]?.text).toBe('long.har: That is not an archive.'),
    )
    expect(asked.at(-1)).toEqual({ upload: 'up_1', cancel: true })
  })

  it('is recognised by its name', () => {
    expect(isHarFile({ name: 'Shop.HAR' })).toBe(true)
    expect(isHarFile({ name: 'shop.paybench' })).toBe(false)
  })
})
