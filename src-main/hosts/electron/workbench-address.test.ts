import { describe, expect, it } from 'vitest'
import { isForBrowser, isWorkbenchUrl, WORKBENCH_URL } from './workbench-address'

describe('our own address', () => {
  it.each([
    [WORKBENCH_URL, true],
    [`${WORKBENCH_URL}?a#b`, true],
    ['paybench://desk.evil/workbench/index.html', false],
    ['paybench://user@desk.evil/', false],
    ['http://127.0.0.1/', false],
    ['about:blank', false],
    ['', false],
  ])('%s: %s', (url, own) => {
    expect(isWorkbenchUrl(url)).toBe(own)
  })
})

describe('an address for the system browser', () => {
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
  ])('%s: %s', (url, allowed) => {
    expect(isForBrowser(url)).toBe(allowed)
  })
})
