import { describe, expect, it } from 'vitest'
import { whyNoDisplay } from './display.mjs'

describe.runIf(process.platform === 'linux')('the search for a display', () => {
  it('finds one that a variable names', async () => {
    expect(await whyNoDisplay({ DISPLAY: ':0' })).toBeUndefined()
    expect(await whyNoDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBeUndefined()
  })

  it('finds none if neither variable is set', async () => {
    expect((await whyNoDisplay({ DISPLAY: '' }))?.what).toContain(
      'neither DISPLAY nor WAYLAND_DISPLAY is set',
    )
  })
})
