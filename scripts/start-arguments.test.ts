import { describe, expect, it } from 'vitest'
import { readStartArguments } from './start-arguments.mjs'

describe('the arguments of npm start', () => {
  it.each([[['--help']], [['-h']], [['--version']], [['--', '--help']], [['--', '--version']]])(
    'need no window for %j',
    (given) => {
      expect(readStartArguments(given)).toEqual({ args: given.slice(-1), host: 'auto', needsNoWindow: true })
    },
  )

  it('choose the host, and are passed on to the program', () => {
    const given = ['--', '--host=browser', '--platform-port', '0']
    expect(readStartArguments(given)).toEqual({ args: given.slice(1), host: 'browser', needsNoWindow: false })
    expect(() => readStartArguments(['--host', 'moon'])).toThrow('--host: moon is not a host')
  })
})
