import { describe, expect, it } from 'vitest'
import { isTrustedSender } from './trusted-sender'

const own = 'own:page'
const frame = { url: own }
const contents = { mainFrame: frame }
const isOwnUrl = (url: string): boolean => url === own

describe('the sender of an IPC message', () => {
  it('is trusted as the main frame of our window at our address', () => {
    expect(isTrustedSender({ sender: contents, senderFrame: frame }, contents, isOwnUrl)).toBe(true)
  })

  it('is not trusted from another window', () => {
    const other = { mainFrame: frame }
    expect(isTrustedSender({ sender: other, senderFrame: frame }, contents, isOwnUrl)).toBe(false)
  })

  it('is not trusted from a frame inside the page, even at our address', () => {
    expect(isTrustedSender({ sender: contents, senderFrame: { url: own } }, contents, isOwnUrl)).toBe(false)
  })

  it('is not trusted when the window has gone to another address', () => {
    const elsewhere = { url: 'http://127.0.0.1/' }
    const moved = { mainFrame: elsewhere }
    expect(isTrustedSender({ sender: moved, senderFrame: elsewhere }, moved, isOwnUrl)).toBe(false)
  })

  it('is not trusted when its frame has gone', () => {
    expect(isTrustedSender({ sender: contents, senderFrame: null }, contents, isOwnUrl)).toBe(false)
  })
})
