import { describe, expect, it } from 'vitest'
import { addressOfLink, openedBySecondStart, ownArguments, takeLink } from './launch-arguments'
import { isWorkbenchUrl, WORKBENCH_URL } from './guards'

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

describe('a link that the desktop opens', () => {
  it('becomes an address of the window', () => {
    expect(addressOfLink('paybench://open/payments/pay_1')).toBe(`${WORKBENCH_URL}#payments/pay_1`)
    expect(addressOfLink('paybench://open/')).toBe(WORKBENCH_URL)
  })

  it.each(['paybench://desk/failure', 'paybench:javascript', 'paybench://open/a#b'])(
    '%s leads to the page that says so',
    (link) => {
      expect(addressOfLink(link)).toBe(`${WORKBENCH_URL}#unreadable-link`)
      expect(isWorkbenchUrl(addressOfLink(link))).toBe(true)
    },
  )

  it('is taken out of the arguments', () => {
    const argv = ['--data-dir', 'x', 'paybench://open/payments', 'PAYBENCH://open/traffic']
    expect(takeLink(argv)).toEqual({ link: 'paybench://open/payments', rest: ['--data-dir', 'x'] })
    expect(takeLink(['--in-memory'])).toEqual({ link: undefined, rest: ['--in-memory'] })
  })

  it('comes with a second start, as does a session file', () => {
    const opened = { link: 'paybench://open/', file: '/tmp/a.paybench' }
    expect(openedBySecondStart(opened)).toEqual(opened)
    for (const other of [undefined, null, 'x', {}, { link: 1, file: 2 }])
      expect(openedBySecondStart(other)).toEqual({})
  })
})
