import { describe, expect, it } from 'vitest'
import { menuTemplate, type MenuActions } from './menu'

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
  it("begins with the application's own on a Mac, which holds About there", () => {
    expect(labels('darwin')).toEqual(['appMenu', '&File', '&Edit', '&View', '&Window', '&Help'])
    expect(help('darwin')).not.toContain('About')
    expect(help('win32')).toContain('About')
  })

  it('offers the data folder only where there is one', () => {
    expect(help('linux')).toContain('data folder')
    expect(help('linux', { ...actions, showDataFolder: undefined })).not.toContain('data folder')
  })

  it('offers the log only where there is one, and diagnostics always', () => {
    expect(help('linux')).toContain('Open the log')
    const without = help('linux', { ...actions, showLog: undefined })
    expect(without).not.toContain('Open the log')
    expect(without).toContain('Diagnostics')
  })

  it('offers the licences only where the workbench can show them', () => {
    expect(help('darwin')).toContain('Third-party licences')
    expect(help('linux', { ...actions, showLicences: undefined })).not.toContain('Third-party licences')
  })

  it('goes back and forward by the keys of each system', () => {
    expect(JSON.stringify(menuTemplate('linux', actions))).toContain(
      '"label":"Back","accelerator":"Alt+Left"',
    )
    expect(JSON.stringify(menuTemplate('darwin', actions))).toContain('"label":"Back","accelerator":"Cmd+["')
  })
})
