import { describe, expect, it } from 'vitest'
import { whyEndedEarly } from './electron-ending.mjs'

const why = (said: string, code?: string) =>
  whyEndedEarly({
    executable: '/opt/electron/electron',
    said,
    error: code === undefined ? undefined : Object.assign(new Error(`spawn ${code}`), { code }),
  })

describe('why Electron ended before its window appeared', () => {
  it('is known from what Chromium printed', () => {
    const sandbox =
      '[1:0101/000000.0:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly.'
    expect(why(sandbox)?.remedy).toContain('sudo chown root "/opt/electron/chrome-sandbox"')
    const library =
      'electron: error while loading shared libraries: libnss3.so: cannot open shared object file'
    expect(why(library)?.what).toContain('(libnss3.so)')
    const display = '[1:0101/000000.0:ERROR:ozone_platform_x11.cc(244)] Missing X server or $DISPLAY'
    expect(why(display)?.what).toContain('Missing X server or $DISPLAY')
  })

  it('is known from what the system says', () => {
    expect(why('', 'EACCES')?.remedy).toContain('chmod +x "/opt/electron/electron"')
    expect(why('', 'ENOENT')?.what).toBe('Electron could not be started (spawn ENOENT)')
  })

  it('is unknown if neither names a cause', () => {
    expect(why('Trace/breakpoint trap')).toBeUndefined()
  })
})
