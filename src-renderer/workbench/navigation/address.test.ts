import { describe, expect, it } from 'vitest'
import { LIMITS } from '#lib/limits/limit-table'
import { DEFAULTS, type Preferences } from '#window/state/preferences-shape'
import { type Address, addressOf, readAddress, writeAddress } from './address'

const PLACES: readonly (readonly [string, Address])[] = [
  ['payments/pay_1', { page: 'payments', selection: 'pay_1' }],
  [
    'payments/pay_1?tab=callbacks&q=status%3Adecline&sort=amount.descending&project=9041',
    {
      page: 'payments',
      selection: 'pay_1',
      view: 'callbacks',
      list: {
        name: 'payments',
        query: 'status:decline',
        sort: { by: 'amount', direction: 'descending' },
        projectId: 9041,
      },
    },
  ],
  ['callbacks/sent/cb_1?attempt=3', { page: 'callbacks', view: 'sent', selection: 'cb_1', attempt: 3 }],
  ['callbacks/faults/rule_7', { page: 'callbacks', view: 'faults', selection: 'rule_7' }],
  ['callbacks/captured/ex_1', { page: 'callbacks', view: 'captured', selection: 'ex_1' }],
  [
    'callbacks/sent?q=',
    { page: 'callbacks', view: 'sent', list: { name: 'callbacks', query: '', sort: null, projectId: null } },
  ],
  [
    'callbacks/answers/rule_1?session=s1',
    { page: 'callbacks', view: 'answers', selection: 'rule_1', sessionId: 's1' },
  ],
  ['traffic/ex_9?order=payment', { page: 'traffic', view: 'payment', selection: 'ex_9' }],
  ['settings/licences', { page: 'settings', view: 'licences' }],
  [
    'scenarios/shipped/form/a%20card.yaml?show=file',
    { page: 'scenarios', selection: 'shipped/form/a card.yaml', view: 'file' },
  ],
  ['exam/8', { page: 'exam', selection: '8' }],
  [
    'scenarios/mine.yaml?q=tag%3Aform+result%3Afailed',
    { page: 'scenarios', selection: 'mine.yaml', filter: 'tag:form result:failed' },
  ],
  ['preview', { page: 'preview' }],
]

describe('the address of a place', () => {
  it.each(PLACES)('is written as %s and read back', (text, address) => {
    expect(writeAddress(address)).toBe(text)
    expect(readAddress(text)).toEqual({ kind: 'place', address })
  })

  it('leads back to the place that the window shows, whatever its filter contains', () => {
    const query = 'path:"a#b ?&=%/+" ü'
    const state: Preferences = {
      ...DEFAULTS,
      page: 'traffic',
      projectId: 7,
      sessionId: 'colleague',
      traffic: { ...DEFAULTS.traffic, selection: 'ex_1', view: 'time', query },
    }
    const address = addressOf(state, null)
    expect(address.list).toEqual({ name: 'traffic', query, sort: null, projectId: 7 })
    expect(readAddress(writeAddress(address))).toEqual({ kind: 'place', address })
  })

  it('contains the attempt only if its callback is shown as sent', () => {
    const preferencesAt = (view: string, selection: string): Preferences => ({
      ...DEFAULTS,
      page: 'callbacks',
      callbacks: { ...DEFAULTS.callbacks, view, selection },
    })
    const chosen = { callbackId: 'cb_1', seq: 2 }
    expect(addressOf(preferencesAt('sent', 'cb_1'), chosen).attempt).toBe(2)
    expect(addressOf(preferencesAt('sent', 'cb_2'), chosen).attempt).toBeUndefined()
    expect(addressOf(preferencesAt('captured', 'cb_1'), chosen).attempt).toBeUndefined()
  })

  it.each([
    ['escaped slashes', 'scenarios/shipped%2Fform%2Fa.yaml', 'scenarios', 'shipped/form/a.yaml'],
    ['a trailing slash, and parameters of a later version', 'payments/p1/?colour=red', 'payments', 'p1'],
  ] as const)('may have %s', (_, text, page, selection) => {
    expect(readAddress(text)).toEqual({ kind: 'place', address: { page, selection } })
  })

  it.each([
    ['nowhere', 'There is no page'],
    ['__proto__', 'There is no page'],
    ['payments/a/b', 'is not part of payments'],
    [`payments/${'x'.repeat(101)}`, 'is not part of payments'],
    ['scenarios/form/%E0%A4', 'is not part of scenarios'],
    [`scenarios/form/${'x'.repeat(100)}`, 'is not part of scenarios'],
    ['payments/%E0%A4', 'is not part of payments'],
    ['callbacks/unheard', 'Callbacks has no view'],
    ['payments?q=%22', 'A quotation mark is missing'],
    ['payments?q=&sort=colour.descending', 'cannot be sorted by'],
    ['payments?q=&sort=amount', 'cannot be sorted by'],
    ['callbacks/sent/cb_1?attempt=last', 'is not the number of an attempt'],
    ['payments?q=&project=one', 'is not the number of a project'],
    [`payments?q=${'x'.repeat(LIMITS.addressChars)}`, 'The address is longer than'],
  ])('$0 leads nowhere, for a reason that contains $1', (text, reason) => {
    expect(readAddress(text)).toEqual({ kind: 'unknown', reason: expect.stringContaining(reason) as string })
  })
})
