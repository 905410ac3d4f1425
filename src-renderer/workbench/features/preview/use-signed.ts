import { useCallback, useEffect, useState } from 'react'
import type { PreviewMode } from '#protocol/projects'
import { useReloadOn } from '#window/message-view/use-message'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useCurrentProject, useProjects } from '#window/state/info'
import { type ParameterRow, parametersOf } from './draft'
import { entriesOf, entriesOfReports } from './timeline'
import { addEntries, addEntryNow, usePreview } from './preview-store'

const SETTLE_MS = 120

const newPaymentId = (): string => `preview-${crypto.randomUUID().slice(0, 8)}`

/** Has Paybench sign the parameters as they are typed. */
export function useSigned(rows: readonly ParameterRow[], mode: PreviewMode) {
  const bench = useBench()
  const project = useCurrentProject()
  const projects = useProjects()
  const [generated, setGenerated] = useState(newPaymentId)
  const renew = useCallback(() => setGenerated(newPaymentId()), [])

  const typed = parametersOf(rows)
  const namedProject = projects.find(({ projectId }) => String(projectId) === String(typed['project_id']))
  const projectId = namedProject === undefined ? project?.projectId : undefined
  const isFresh = !Object.hasOwn(typed, 'payment_id') && typed['mode'] !== 'card_tokenize'
  const parameters = isFresh ? { ...typed, payment_id: generated } : typed

  const signed = useFetched('preview', () =>
    bench.call('preview.sign', { ...(projectId === undefined ? {} : { projectId }), parameters, mode }),
  )
  const wanted = JSON.stringify([projectId, parameters, mode, (namedProject ?? project)?.secret])
  const { reload } = signed
  useEffect(() => {
    const timer = setTimeout(reload, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [wanted, reload])
  // Once a payment has the generated id, even one from a copy of the page, the next form needs a new id.
  useReloadOn((event) => event.type === 'payment.changed' && event.payment.paymentId === generated, renew)
  return {
    signed,
    /** The project whose secret signs; undefined if the parameter `project_id` determines it. */
    projectId,
    /** The parameters that are signed and open the form, including a generated payment id. */
    parameters,
    /** The generated payment id; '' if one is typed or none is needed. */
    freshId: isFresh ? generated : '',
    renew,
  }
}

let violations = 0

/** Records events of the form: from its page (through its server), from Paybench, and blocked frames. */
export function usePreviewFeed(): void {
  useBenchEvents((events) => {
    const { opened, payment: before } = usePreview.getState()
    if (opened === null) return
    for (const event of events) {
      if (event.type === 'preview.reported' && event.preview === opened.id)
        addEntries(entriesOfReports(event))
    }
    const { projectId, paymentId } = opened
    if (paymentId === null) return
    const { entries, payment } = entriesOf(events, { projectId, paymentId }, before, Date.now())
    if (payment !== before) usePreview.setState({ payment })
    addEntries(entries)
  })

  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (!/^(?:frame|child)-src/.test(effectiveDirective)) return
      addEntryNow({
        id: `refused ${(violations += 1)}`,
        kind: 'csp',
        name: 'the frame may not show this address',
        note: `${blockedURI} is neither the shop nor the form; open it in a tab to follow it`,
        bad: true,
      })
    }
    document.addEventListener('securitypolicyviolation', onViolation)
    return () => document.removeEventListener('securitypolicyviolation', onViolation)
  }, [])
}
