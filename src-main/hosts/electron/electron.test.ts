import { describe, expect, it, beforeEach } from 'vitest'
import { addressOfLink, openedBySecondStart, ownArguments, takeLink } from './launch-arguments'
import { isWorkbenchUrl, WORKBENCH_URL } from './guards'
import { menuTemplate, type MenuActions } from './menu'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fitToScreens, readWindowState, writeWindowState, type WindowState } from './window-state'

describe('launch-arguments', () => {
  describe('ownArguments', () => {
    it('takes all arguments after two dashes as options', () => {
      expect(ownArguments(['--inspect=0', '--', '--data-dir', 'x', '--slip'])).toEqual({
        own: ['--data-dir', 'x', '--slip'],
        external: [],
      })
    })

    it('takes only known options and their values if the two dashes are missing', () => {
      expect(
        ownArguments([
          '--no-sandbox',
          '--data-dir',
          'x',
          '--platform-port=0',
          '--ready-json',
          '-psn_0_12345',
        ]),
      ).toEqual({
        own: ['--data-dir', 'x', '--platform-port=0', '--ready-json'],
        external: ['--no-sandbox', '-psn_0_12345'],
      })
    })

    it('does not take a switch for the value of an option', () => {
      expect(ownArguments(['--data-dir', '--no-sandbox'])).toEqual({
        own: ['--data-dir'],
        external: ['--no-sandbox'],
      })
    })
  })

  describe('a link that the desktop opens', () => {
    it('becomes an address of the window', () => {
      expect(addressOfLink('paybench://open/payments/pay_1')).toBe(`${WORKBENCH_URL}#payments/pay_1`)
      expect(addressOfLink('paybench://open/')).toBe(WORKBENCH_URL)
    })

    it.each(['paybench://desk/failure', 'paybench:javascript', 'paybench://open/a#b'])(
      'leads to the page about unreadable links if it is %s',
      (link) => {
        expect(addressOfLink(link)).toBe(`${WORKBENCH_URL}#unreadable-link`)
        expect(isWorkbenchUrl(addressOfLink(link))).toBe(true)
      },
    )

    it('is removed from the arguments', () => {
      const argv = ['--data-dir', 'x', 'paybench://open/payments', 'PAYBENCH://open/traffic']
      expect(takeLink(argv)).toEqual({ link: 'paybench://open/payments', rest: ['--data-dir', 'x'] })
      expect(takeLink(['--in-memory'])).toEqual({ link: undefined, rest: ['--in-memory'] })
    })

    it('is read from a second start, as is a session file', () => {
      const opened = { link: 'paybench://open/', file: '/tmp/a.paybench' }
      expect(openedBySecondStart(opened)).toEqual(opened)
      for (const other of [undefined, null, 'x', {}, { link: 1, file: 2 }])
        expect(openedBySecondStart(other)).toEqual({})
    })
  })
})

describe('menu', () => {
  const actions: MenuActions = {
    showDataFolder: () => undefined,
    showLicences: () => undefined,
    showAbout: () => undefined,
    showLog: () => undefined,
    copyDiagnostics: () => undefined,
    go: () => undefined,
  }
  const labels = (platform: NodeJS.Platform, given: MenuActions = actions): readonly unknown[] =>
    menuTemplate(platform, given).map(({ label, role }) => label ?? role)
  const help = (platform: NodeJS.Platform, given: MenuActions = actions): string =>
    JSON.stringify(menuTemplate(platform, given).at(-1))

  describe('the menu', () => {
    it('begins with the app menu on macOS, where Help has no About', () => {
      expect(labels('darwin')).toEqual(['appMenu', '&File', '&Edit', '&View', '&Window', '&Help'])
      expect(help('darwin')).not.toContain('About')
      expect(help('win32')).toContain('About')
    })

    it.each([
      ['the data folder', 'Show the data folder', { showDataFolder: undefined }],
      ['the log', 'Open the log', { showLog: undefined }],
      ['the licences', 'Third-party licences', { showLicences: undefined }],
    ])('offers %s only if there is something to show, and diagnostics always', (_what, label, none) => {
      expect(help('linux')).toContain(label)
      const without = help('linux', { ...actions, ...none })
      expect(without).not.toContain(label)
      expect(without).toContain('Diagnostics')
    })

    it('has the shortcuts of each system for Back and Forward', () => {
      expect(JSON.stringify(menuTemplate('linux', actions))).toContain(
        '"label":"Back","accelerator":"Alt+Left"',
      )
      expect(JSON.stringify(menuTemplate('darwin', actions))).toContain(
        '"label":"Back","accelerator":"Cmd+["',
      )
    })
  })
})

describe('window-state', () => {
  const laptop = { x: 0, y: 0, width: 1440, height: 900 }
  const besideIt = { x: 1440, y: 0, width: 1920, height: 1080 }
  const aWindow = (x: number, y: number, size: Partial<WindowState> = {}): WindowState => ({
    position: { x, y },
    width: 1200,
    height: 800,
    maximized: false,
    ...size,
  })

  describe('a remembered window', () => {
    it('reopens where it was', () => {
      expect(fitToScreens(aWindow(1500, 40), [laptop, besideIt])).toEqual(aWindow(1500, 40))
    })

    it('is placed by the system if its screen is gone', () => {
      expect(fitToScreens(aWindow(1500, 40), [laptop]).position).toBeNull()
    })

    it.each([
      [-1190, 10],
      [1430, 10],
      [10, -40],
      [10, 890],
    ])('is placed by the system if it would be out of reach at %d, %d', (x, y) => {
      expect(fitToScreens(aWindow(x, y), [laptop]).position).toBeNull()
    })

    it('shrinks to a smaller screen, but not below what the page needs', () => {
      expect(fitToScreens(aWindow(0, 0, { width: 3000, height: 2000 }), [laptop])).toMatchObject({
        width: 1440,
        height: 900,
      })
      expect(fitToScreens(aWindow(0, 0, { width: 10, height: 10 }), [laptop])).toMatchObject({
        width: 900,
        height: 600,
      })
    })
  })

  describe('the saved state of the window', () => {
    let folder = ''
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'paybench-window-'))
    })

    it('is read back as it was written', () => {
      const file = join(folder, 'below/window.json')
      writeWindowState(file, aWindow(5, 6, { maximized: true }))
      expect(readWindowState(file)).toEqual(aWindow(5, 6, { maximized: true }))
    })

    it.each([
      '',
      '{',
      '[]',
      '{"width":"wide"}',
      '{"position":null,"width":1e9,"height":5,"maximized":false}',
    ])('is ignored if it contains %j', (content) => {
      const file = join(folder, 'window.json')
      writeFileSync(file, content)
      expect(readWindowState(file)).toEqual(readWindowState(join(folder, 'none')))
    })
  })
})
