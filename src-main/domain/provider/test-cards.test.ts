import { describe, expect, it } from 'vitest'
import { isCardNumber, maskCardNumber } from '#domain/card/card-number'
import { requestProblem } from '#domain/clarification/request'
import { findResultCode } from '#domain/result-code/result-codes'
import { findTestCard, findTestCardByMask, TEST_CARDS } from './test-cards'

/** The numbers of every row of contract 7.9 by their final code. */
const PRINTED = Object.entries({
  0: [
    '4000000000000077 4000000000000119 5126160000356675 4010571676223548 4314220000000056 5413330000000019',
    '4006260000000014 5586200104377434 4058703211698859 5586200075269701 4058703211698263 4477000000000006',
    '5252000000000004 4012000000020063 5544330000000029 4344693136092508 5426257498841734 2201382000000013',
    '2201382000000039 2201382000000047 4242424242424242 2200510417770601 4000000000017006 4000000000017014',
    '4000000000017030 4000000000017048 4000000000017055',
  ],
  10000: [
    '4111111111111111 4314220000000072 4314220000000098 5413330000000035 5413330000000092 4165519761269614',
    '4383604346807330 5722753235016359 4331289925608649 4012000000020089 5544330000000045 2201382000000021',
    '2201412000000000 4000000000017022',
  ],
  10105: ['4000000000000135'],
  10602: ['4539121411168251'],
}).flatMap(([code, lines]) =>
  lines.flatMap((line) => line.split(' ').map((number): readonly [string, string] => [number, code])),
)

describe('test cards', () => {
  it.each(PRINTED)('include %s, which ends with code %s', (number, code) => {
    const last = findTestCard(number)?.outcome.at(-1)
    expect(last).toMatchObject({ kind: 'result', code, outcome: code === '0' ? 'success' : 'decline' })
  })

  it('are exactly those of contract 7.9, each once', () => {
    expect(TEST_CARDS.map((card) => card.number).toSorted()).toEqual(
      PRINTED.map(([number]) => number).toSorted(),
    )
  })

  it.each(TEST_CARDS)('include $number, a card number with a valid plan', (card) => {
    expect(isCardNumber(card.number)).toBe(true)
    expect(card.brand).not.toBeNull()
    for (const plan of [card.outcome, card.outcomeWhenRegistering ?? card.outcome]) {
      expect(plan.map((step) => step.kind).indexOf('result')).toBe(plan.length - 1)
      for (const step of plan) {
        if (step.kind === 'clarify') expect(requestProblem(step.fields)).toBeNull()
        else if (step.kind === 'result') expect(findResultCode(step.code)?.kind).toBe(step.outcome)
      }
    }
  })

  it('carry the fixed expiry, code and challenge code of their rows', () => {
    expect(findTestCard('4058703211698859')).toMatchObject({ expiry: '12/30', cvv: '769' })
    expect(findTestCard('5586200075269701')).toMatchObject({ cvv: '641', challenge: { valid: '123456' } })
    expect(findTestCard('2201382000000047')).toMatchObject({ cvv: '584', challenge: { valid: '1qwezxc' } })
  })

  it('let the address check decide only if the row states no outcome', () => {
    const unstated = TEST_CARDS.filter((card) =>
      card.outcome.some((step) => step.kind === 'result' && !step.stated),
    )
    expect(unstated.map((card) => card.number)).toEqual([
      '4000000000017030',
      '4000000000017048',
      '4000000000017055',
    ])
  })

  it('have distinct masked numbers, by which saved cards are found', () => {
    expect(new Set(TEST_CARDS.map(({ number }) => maskCardNumber(number))).size).toBe(TEST_CARDS.length)
    for (const card of TEST_CARDS) expect(findTestCardByMask(maskCardNumber(card.number))).toBe(card)
    expect(findTestCardByMask('4000000000000077')).toBeNull()
  })
})
