import { describe, expect, it } from 'vitest'
import { DEFAULT_SWITCHES, type ProjectSwitches } from '#domain/project/project'
import { PROJECT } from './testing/flow-bench'
import type { JsonRecord } from './testing/signer'
import { useMerchantBench } from './testing/merchant-bench'

import { apiSwitches } from './testing/switch-effects/api-switches'
import { callbackSwitches } from './testing/switch-effects/callback-switches'
import { formSwitches } from './testing/switch-effects/form-switches'
import { paymentSwitches } from './testing/switch-effects/payment-switches'
import { statusSwitches } from './testing/switch-effects/status-switches'

const on = useMerchantBench({ per: 'test', path: '/project' })
const { bench, restart } = on

/** One test for every switch: what it changes on the wire. The type makes a forgotten switch a compile error. */
const EFFECTS: Readonly<Record<keyof ProjectSwitches, () => Promise<void>>> = {
  ...apiSwitches(on),
  ...callbackSwitches(on),
  ...formSwitches(on),
  ...paymentSwitches(on),
  ...statusSwitches(on),
}

describe('project switches', () => {
  it.each(Object.entries(EFFECTS))('take effect on the wire: %s', async (_, effect) => {
    await effect()
  })

  it('have their defaults until somebody changes them', async () => {
    const { switches } = await bench.call('projects.create', {})
    expect(switches).toEqual(DEFAULT_SWITCHES)
  })

  it('change one by one and survive a restart', async () => {
    await bench.switches({ holdEnd: 'capture' })
    await bench.switches({ deadlineCode: '601' })
    await restart()
    const { items } = await bench.call('projects.list', {})
    const project: JsonRecord = { ...items.find(({ projectId }) => projectId === PROJECT.id)?.switches }
    expect(project).toEqual({ ...DEFAULT_SWITCHES, holdEnd: 'capture', deadlineCode: '601' })
  })

  it('are refused if they are invalid', async () => {
    const wrong = {
      processingDeadlineMs: 0,
      deadlineCode: 'x',
      holdEnd: 'keep',
      outcome: { mode: 'clarify' },
      more: 1,
    }
    for (const [name, value] of [...Object.entries(wrong), ['clarificationTimeoutCode', '777'] as const]) {
      const params = { projectId: PROJECT.id, switches: { [name]: value } }
      expect(await bench.refusal('projects.update', params), name).toMatchObject({ code: 'invalid_params' })
    }
  })
})
