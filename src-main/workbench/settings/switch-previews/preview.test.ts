import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '#e2e/fixtures/node-crypto'
import { DEFAULT_SWITCHES, type ProjectSwitches } from '#domain/project/project'
import { SWITCHES } from '#domain/project/switches'
import { aProject, START } from '#domain/testing/builders'
import { orRefusal, previewSwitch } from './preview'
import { sampleRun } from './sample-run'
import { followUp, lastCallback } from './scene'

const TOOLS = { world: { now: START, platformUrl: 'https://platform.test' }, crypto: nodeCrypto }

const preview = (name: keyof ProjectSwitches, switches: Partial<ProjectSwitches> = {}) =>
  previewSwitch(name, aProject({ switches }), TOOLS)

describe('the preview of a switch', () => {
  it.each(SWITCHES.map(({ name }) => name))('shows a difference for %s', (name) => {
    const { title, before, after } = preview(name)
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    expect(before).toMatchObject({ value: DEFAULT_SWITCHES[name], isSet: true })
    expect(after.isSet).toBe(false)
    expect(before.text).not.toBe('')
    expect(after.text).not.toBe('')
    expect(after.text).not.toBe(before.text)
    expect(`${before.text} ${after.text}`).not.toMatch(/undefined|does not open/)
  })

  it.each(SWITCHES.map(({ name, control }) => [name, control] as const))(
    'shows a difference for each choice of %s',
    (name, control) => {
      if (control.kind !== 'choice') return
      const others = control.options.filter(({ value }) => value !== DEFAULT_SWITCHES[name])
      for (const { value } of others) {
        const { before, after } = preview(name, { [name]: value })
        expect(after).toMatchObject({ value, isSet: true })
        expect(before.isSet).toBe(false)
        expect(after.text, value).not.toBe(before.text)
      }
    },
  )

  it('shows a held refund before it is decided', () => {
    const { after } = preview('followUps', { followUps: 'hold' })
    const shown: unknown = JSON.parse(after.text.slice(after.text.indexOf('{')))
    expect(shown).toMatchObject({
      payment: { status: 'success' },
      operations: [{ status: 'success' }, { type: 'reversal', status: 'processing' }],
    })
  })

  it('is reproducible, and its texts differ only in what the switch changes', () => {
    expect(preview('cancelSpelling')).toEqual(preview('cancelSpelling'))
    const { before, after } = preview('cancelSpelling')
    expect(after.text.replaceAll('"cancelled"', '"canceled"')).toBe(before.text)
  })

  it('follows the other switches of the project', () => {
    expect(preview('holdEnd', { intermediateLayout: 'result' }).before.text).toContain('"canceled"')
    expect(preview('holdEnd', { cancelSpelling: 'cancelled' }).before.text).toContain('"cancelled"')
  })

  it('shows that a sale outside the limits of a method is refused', () => {
    const limits = { currency: 'EUR', minimum: 1, maximum: 4649 }
    const { before, after } = preview('methodWays', { methodWays: [{ path: 'wallet/kucoin', limits }] })
    expect([before.text, after.text].map((text) => text.includes('2642'))).toEqual([false, true])
  })

  it('shows the name that a project gives a method', () => {
    const { after } = preview('methodWays', { methodWays: [{ path: 'wallet/kucoin', name: 'KC wallet' }] })
    expect(after.text).toContain('"method": "KC wallet"')
  })

  it('shows a refusal in place of the sample', () => {
    const sale = () => sampleRun(aProject(), TOOLS.world)
    expect(orRefusal(() => lastCallback(sale()))).toContain('"success"')
    const text = orRefusal(() => {
      const run = sale()
      run.do(followUp('refund', 4651))
      return lastCallback(run)
    })
    expect(text).toMatch(/^HTTP 400\n/)
    expect(text).toContain('"status": "error"')
    const broken = (): string => {
      throw new Error('broken')
    }
    expect(() => orRefusal(broken)).toThrow('broken')
  })

  const examples = Object.fromEntries(SWITCHES.map(({ name }) => [name, preview(name).after.value]))

  it.each(SWITCHES.map(({ name }) => name))('is shown for every other switch while %s is changed', (name) => {
    for (const other of SWITCHES) {
      expect(preview(other.name, { [name]: examples[name] }).before.text, other.name).not.toBe('')
    }
  })

  it.each(SWITCHES.map(({ name }) => name))('is shown for %s while all others are changed', (name) => {
    const others = { ...examples, [name]: DEFAULT_SWITCHES[name] }
    expect(preview(name, others).before.text).not.toBe('')
  })
})
