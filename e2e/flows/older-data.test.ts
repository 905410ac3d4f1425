import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '#store/connection'
import { DATABASE_NAME } from '#store/open-database'
import { useFlowBench } from './testing/merchant-bench'
import { anOpening, driveForm, openByLink } from './testing/form-client'
import { exchange } from './testing/wire-client'
import { exportSession, importSession } from './testing/session-client'

const { bench, restart } = useFlowBench({ per: 'test' })

describe('a form that an older version opened', () => {
  it('continues, sends every message once and travels in a session file', async () => {
    const opened = await openByLink(bench, anOpening('older-form'))
    const path = /\/payment\/[0-9a-f]{32}/.exec(opened.text)?.[0] ?? ''
    await restart(() => {
      const connection = connect(join(bench.dataDir, DATABASE_NAME), 0)
      connection.exec(
        `UPDATE form_visits SET state = json_remove(
           json_set(state, '$.told', json_extract(state, '$.announcedEvents')), '$.announcedEvents')`,
      )
      connection.close()
    })
    const file = await exportSession(bench)
    const form = driveForm(bench, await exchange(`${bench.ready.platform}${path}`, { method: 'GET' }))
    await form.pay()
    expect(form.messages).toEqual(['payment_sent', 'payment_submit_result', 'payment_success'])
    expect(await importSession(bench, file.bytes)).toMatchObject({ name: 'a-session' })
  })
})
