import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { certified } from '#net/testing/certified'
import { certificateNames } from '#net/tls/certificates'
import {
  createOpeningBounds,
  isCustomerPage,
  isForBrowser,
  isOwnCertificate,
  isTrustedSender,
  isWorkbenchUrl,
  WORKBENCH_URL,
} from './guards'

const own = 'own:page'
const frame = { url: own }
const contents = { mainFrame: frame }
const isOwnUrl = (url: string): boolean => url === own

describe('the sender of an IPC message', () => {
  it('is trusted if it is the main frame of our window at our address', () => {
    expect(isTrustedSender({ sender: contents, senderFrame: frame }, contents, isOwnUrl)).toBe(true)
  })

  const elsewhere = { url: 'http://127.0.0.1/' }
  const moved = { mainFrame: elsewhere }
  it.each([
    ['comes from another window', { mainFrame: frame }, frame, contents],
    ['comes from a frame inside the page, even at our address', contents, { url: own }, contents],
    ['comes from a window that has moved to another address', moved, elsewhere, moved],
    ['comes from a frame that no longer exists', contents, null, contents],
  ])('is not trusted when it %s', (_what, sender, senderFrame, expected) => {
    expect(isTrustedSender({ sender, senderFrame }, expected, isOwnUrl)).toBe(false)
  })
})

describe('isWorkbenchUrl', () => {
  it.each([
    [WORKBENCH_URL, true],
    [`${WORKBENCH_URL}?a#b`, true],
    ['paybench://desk.evil/workbench/index.html', false],
    ['paybench://user@desk.evil/', false],
    ['http://127.0.0.1/', false],
    ['about:blank', false],
    ['', false],
  ])('of "%s" is %s', (url, own) => {
    expect(isWorkbenchUrl(url)).toBe(own)
  })
})

describe('isForBrowser', () => {
  it.each([
    ['http://127.0.0.1:8620/shop', true],
    ['https://example.test/', true],
    ['file:///etc/passwd', false],
    ['smb://example.test/share', false],
    ['mailto:tester@example.test', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    [WORKBENCH_URL, false],
    ['', false],
  ])('of "%s" is %s', (url, allowed) => {
    expect(isForBrowser(url)).toBe(allowed)
  })
})

const PAGES = ['http://127.0.0.1:8620', 'https://127.0.0.1:8621']

describe('isCustomerPage', () => {
  it.each(['http://127.0.0.1:8620/shop', 'https://127.0.0.1:8621/payment?a=1#b', 'HTTP://127.0.0.1:8620'])(
    'accepts %s',
    (address) => {
      expect(isCustomerPage(address, PAGES)).toBe(true)
    },
  )

  it.each([
    ['another port', 'http://127.0.0.1:8600/'],
    ['another scheme on our port', 'https://127.0.0.1:8620/'],
    ['another host', 'http://127.0.0.1.shop.test:8620/'],
    ['our origin as a user name', 'http://127.0.0.1:8620@shop.test/'],
    ['a user name on our origin', 'http://user@127.0.0.1:8620/'],
    ['the address of a blob from our origin', 'blob:http://127.0.0.1:8620/0c1f'],
    ['a script', 'javascript:location="http://127.0.0.1:8620"'],
    ['a file', 'file:///etc/hosts'],
    ['the workbench', 'paybench://desk/workbench/index.html'],
    ['an empty page', 'about:blank'],
    ['an address without a scheme', '127.0.0.1:8620'],
  ])('refuses %s', (_what, address) => {
    expect(isCustomerPage(address, PAGES)).toBe(false)
  })

  it('refuses everything if nothing listens', () => {
    expect(isCustomerPage('http://127.0.0.1:8620/shop', [])).toBe(false)
  })
})

describe('the bounds on what pages open', () => {
  it('limit the number of open windows', () => {
    const bounds = createOpeningBounds(() => 0)
    expect(bounds.mayOpenWindow(LIMITS.windows - 1)).toBe(true)
    expect(bounds.mayOpenWindow(LIMITS.windows)).toBe(false)
  })

  it('limit the number of addresses opened in any minute', () => {
    let now = 0
    const bounds = createOpeningBounds(() => now)
    const countGranted = (): number =>
      Array.from({ length: 1000 }, () => bounds.mayOpenOutside()).filter(Boolean).length
    expect(countGranted()).toBe(LIMITS.externalLinksPerMinute)
    now = 59_999
    expect(countGranted()).toBe(0)
    now = 60_000
    expect(countGranted()).toBe(LIMITS.externalLinksPerMinute)
  })
})

const makeCertificate = () => certified(certificateNames('127.0.0.1', ['bench.test']))

describe('the certificate of a server to which a window connects', () => {
  it('is accepted if it comes from the authority of this bench and names the host', async () => {
    const { cert: data, caPem } = await makeCertificate()
    const isOwn = (hostname: string, ca: string | null = caPem): boolean =>
      isOwnCertificate({ hostname, certificate: { data } }, ca)
    for (const name of ['127.0.0.1', '::1', 'localhost', 'bench.test']) expect(isOwn(name), name).toBe(true)
    expect(isOwn('elsewhere.test')).toBe(false)
    expect(isOwn('127.0.0.1', null)).toBe(false)
    expect(isOwn('127.0.0.1', (await makeCertificate()).caPem)).toBe(false)
  })

  it('is left to Chromium if it cannot be read', async () => {
    const { caPem } = await makeCertificate()
    expect(isOwnCertificate({ hostname: '127.0.0.1', certificate: { data: 'x' } }, caPem)).toBe(false)
  })
})
