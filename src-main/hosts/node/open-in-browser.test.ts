import { describe, expect, it } from 'vitest'
import { openerFor } from './open-in-browser'

const url = 'http://127.0.0.1:8600/?token=5f5f'

describe('opening the browser', () => {
  it('goes the way of each system', () => {
    expect(openerFor(url, { platform: 'darwin', env: {} })).toEqual({ command: 'open', args: [url] })
    expect(openerFor(url, { platform: 'win32', env: {} })).toEqual({
      command: 'cmd.exe',
      args: ['/d', '/c', 'start', '""', url],
    })
    for (const env of [{ DISPLAY: ':0' }, { WAYLAND_DISPLAY: 'wayland-0' }]) {
      expect(openerFor(url, { platform: 'linux', env })).toEqual({ command: 'xdg-open', args: [url] })
    }
  })

  it('leaves a terminal without a screen alone', () => {
    expect(openerFor(url, { platform: 'linux', env: { TERM: 'xterm' } })).toBeNull()
  })
})
