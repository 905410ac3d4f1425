import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fitToScreens, readWindowState, writeWindowState, type WindowState } from './window-state'

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
  it('comes back where it was', () => {
    expect(fitToScreens(aWindow(1500, 40), [laptop, besideIt])).toEqual(aWindow(1500, 40))
  })

  it('is placed by the system when its screen has gone', () => {
    expect(fitToScreens(aWindow(1500, 40), [laptop]).position).toBeNull()
  })

  it.each([
    [-1190, 10],
    [1430, 10],
    [10, -40],
    [10, 890],
  ])('is placed by the system when nobody could reach it at %d, %d', (x, y) => {
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

describe('the file of the window', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'paybench-window-'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('gives back what was written', () => {
    const file = join(folder, 'below/window.json')
    writeWindowState(file, aWindow(5, 6, { maximized: true }))
    expect(readWindowState(file)).toEqual(aWindow(5, 6, { maximized: true }))
  })

  it.each(['', '{', '[]', '{"width":"wide"}', '{"position":null,"width":1e9,"height":5,"maximized":false}'])(
    'that holds %j is as good as none',
    (content) => {
      const file = join(folder, 'window.json')
      writeFileSync(file, content)
      expect(readWindowState(file)).toEqual(readWindowState(join(folder, 'none')))
    },
  )
})
