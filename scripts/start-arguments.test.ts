import { describe, expect, it } from 'vitest'
import { readStartArguments } from './start-arguments.mjs'

describe('the arguments of npm start', () => {
  it.each([
    ['help', ['--help']],
    ['help', ['-h']],
    ['version', ['--version']],
    ['help', ['--', '--help']],
    ['version', ['--', '--version']],
  ])('request the %s by %j', (prints, given) => {
    expect(readStartArguments(given)).toEqual({ args: given.slice(-1), host: 'auto', prints })
  })

  it('choose the host, and are passed on to the program', () => {
    const given = ['--', '--host=browser', '--platform-port', '0']
    expect(readStartArguments(given)).toEqual({ args: given.slice(1), host: 'browser', prints: undefined })
    expect(() => readStartArguments(['--host', 'moon'])).toThrow('--host: moon is not a host')
  })
})
