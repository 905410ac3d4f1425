import { describe, expect, it } from 'vitest'
import { whyEndedEarly } from './electron-ending.mjs'
import { howToInstall } from './electron-libraries.mjs'

const why = (said: string, code?: string) =>
  whyEndedEarly({
    executable: '/opt/electron/electron',
    said,
    error: code === undefined ? undefined : Object.assign(new Error(`spawn ${code}`), { code }),
  })

describe('why Electron has ended before its window', () => {
  it('is known from what Chromium printed', async () => {
    const sandbox =
      '[1:0101/000000.0:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly.'
    expect((await why(sandbox))?.remedy).toContain('sudo chown root "/opt/electron/chrome-sandbox"')
    const display = '[1:0101/000000.0:ERROR:ozone_platform_x11.cc(244)] Missing X server or $DISPLAY'
    expect((await why(display))?.what).toContain('Missing X server or $DISPLAY')
  })

  it('is known from what the system says', async () => {
    expect((await why('', 'EACCES'))?.remedy).toContain('chmod +x "/opt/electron/electron"')
    expect((await why('', 'ENOEXEC'))?.what).toContain('is damaged')
    expect((await why('', 'ENOENT'))?.what).toBe('Electron could not be started (spawn ENOENT)')
  })

  it('is unknown where neither says it', async () => {
    expect(await why('Trace/breakpoint trap')).toBeUndefined()
  })
})

describe('how to install missing libraries', () => {
  const debian12 = 'ID=debian\nVERSION_ID="12"\n'
  const ubuntu24 = 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\n'

  it('names their packages, by the names that the system has', () => {
    expect(howToInstall(['libnss3.so', 'libasound.so.2', 'libsmime3.so'], debian12)).toContain(
      'apt-get install libnss3 libasound2.',
    )
    expect(howToInstall(['libatk-bridge-2.0.so.0', 'libasound.so.2', 'libgbm.so.1'], ubuntu24)).toContain(
      'apt-get install libatk-bridge2.0-0t64 libasound2t64 libgbm1.',
    )
  })

  it('says what to do about those that it does not know', () => {
    expect(howToInstall(['libother.so.1'], debian12)).toMatch(/^To get the window, install the packages/)
    expect(howToInstall(['libother.so.1', 'libgbm.so.1'], debian12)).toContain('the packages of the others')
  })
})
