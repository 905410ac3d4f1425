import { describe, expect, it } from 'vitest'
import { browserCommand } from './open-in-browser'

const url = 'http://127.0.0.1:8600/?token=5f5f'

describe('opening the browser', () => {
  it('uses the right command for each system', () => {
    expect(browserCommand(url, { platform: 'darwin', env: {} })).toEqual({ program: 'open', args: [url] })
    expect(browserCommand(url, { platform: 'win32', env: {} })).toEqual({
      program: 'cmd.exe',
      args: ['/d', '/c', 'start', '""', url],
    })
    for (const env of [{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }]) {
      expect(browserCommand(url, { platform: 'linux', env })).toEqual({ program: 'xdg-open', args: [url] })
    }
  })

  it('starts nothing in a terminal without a display', () => {
    expect(browserCommand(url, { platform: 'linux', env: { TERM: 'xterm' } })).toBeNull()
  })
})
