import { describe, expect, it } from 'vitest'
import { ownArguments } from './launch-arguments'

describe('the arguments of the desktop', () => {
  it('are all ours behind two dashes', () => {
    expect(ownArguments(['--inspect=0', '--', '--data-dir', 'x', '--slip'])).toEqual({
      own: ['--data-dir', 'x', '--slip'],
      external: [],
    })
  })

  it('without them are those of the option table and their values', () => {
    expect(
      ownArguments(['--no-sandbox', '--data-dir', 'x', '--platform-port=0', '--ready-json', '-psn_0_12345']),
    ).toEqual({
      own: ['--data-dir', 'x', '--platform-port=0', '--ready-json'],
      external: ['--no-sandbox', '-psn_0_12345'],
    })
  })

  it('do not take a switch for the value of an option', () => {
    expect(ownArguments(['--data-dir', '--no-sandbox'])).toEqual({
      own: ['--data-dir'],
      external: ['--no-sandbox'],
    })
  })
})
