import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormParameters, PreviewMode, PreviewSigned } from '#protocol/projects'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench, useBenchEvents } from '#window/state/bench'
import { useCurrentProject, useProjects } from '#window/state/info'
import { reasonOf } from '#window/state/toasts'
import { type ParameterRow, parametersOf } from './draft'
import type { ProjectId } from '#domain/ids'
import { clockStore, currentVirtualNow } from '#window/state/clock'
import { entriesOf, type Moment } from './timeline'
import { addEntries, previewStore } from './preview-store'
import { entriesOfReports } from './report'

const SETTLE_MS = 120

export interface Signed {
  /** Parameters with their signature, as the next opening sends them. */
  readonly signed: PreviewSigned | null
  readonly error: string | null
  /** The project whose secret signs; undefined where the parameter `project_id` says so itself. */
  readonly projectId: ProjectId | undefined
  /** The parameters to open with. They include a generated payment id, which is signed. */
  readonly parameters: FormParameters
  /** Whether the payment id was generated. */
  readonly isFresh: boolean
  /** Drops the generated id, which is taken by now. */
  readonly renew: () => void
}

/** Signs what is typed, while it is typed. The bench signs: the secret stays there. */
export function useSigned(rows: readonly ParameterRow[], mode: PreviewMode): Signed {
  const bench = useBench()
  const project = useCurrentProject()
  const projects = useProjects()
  const [state, setState] = useState<{
    readonly signed: PreviewSigned | null
    readonly error: string | null
  }>({ signed: null, error: null })
  const [madeId, setMadeId] = useState<string | null>(null)

  const typed = parametersOf(rows)
  const named = projects.some(({ projectId }) => String(projectId) === String(typed['project_id']))
  const projectId = named ? undefined : project?.projectId
  const isFresh = !Object.hasOwn(typed, 'payment_id') && typed['mode'] !== 'card_tokenize'
  const parameters = isFresh && madeId !== null ? { ...typed, payment_id: madeId } : typed
  const key = JSON.stringify([projectId ?? null, parameters, mode])
  const secret = projects.find(
    ({ projectId: id }) => id === (projectId ?? Number(typed['project_id'])),
  )?.secret

  const latest = useRef({ projectId, parameters, mode })
  useEffect(() => {
    latest.current = { projectId, parameters, mode }
  })
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      const { projectId: id, parameters: toSign, mode: how } = latest.current
      bench
        .call('preview.sign', {
          ...(id === undefined ? {} : { projectId: id }),
          parameters: { ...toSign },
          mode: how,
        })
        .then(
          (signed) => {
            if (!current) return
            setState({ signed, error: null })
            const made = signed.parameters['payment_id']
            if (!Object.hasOwn(toSign, 'payment_id') && made !== undefined) setMadeId(String(made))
          },
          (error: unknown) => {
            if (current) setState({ signed: null, error: reasonOf(error) })
          },
        )
    }, SETTLE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
    // A new secret makes a new signature.
  }, [bench, key, secret])

  const renew = useCallback(() => setMadeId(null), [])
  // A page that was copied as HTML may have been paid elsewhere, so the next form gets another payment.
  useReloadOn((event) => event.type === 'payment.changed' && event.payment.paymentId === madeId, renew)
  return { ...state, projectId, parameters, isFresh, renew }
}

function now(): Moment {
  const { view } = clockStore.getState()
  return { wallAt: Date.now(), virtualAt: currentVirtualNow(), rate: view?.rate ?? 1 }
}

let violations = 0

/**
 * Records what happens to the form that is open: on the shop's page, and in the bench. The page's reports arrive through its server;
 * this window accepts messages from no other window.
 */
export function usePreviewFeed(): void {
  useBenchEvents((events) => {
    const { opened, payment: before } = previewStore.getState()
    if (opened === null) return
    for (const event of events) {
      if (event.type !== 'preview.reported' || event.preview !== opened.id) continue
      addEntries(entriesOfReports(event))
    }
    if (opened.paymentId === null) return
    const { projectId, paymentId } = opened
    const { entries, payment } = entriesOf(events, { projectId, paymentId }, before, now())
    if (payment !== before) previewStore.setState({ payment })
    addEntries(entries)
  })

  useEffect(() => {
    const refused = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (!/^(?:frame|child)-src/.test(effectiveDirective)) return
      addEntries([
        {
          id: `refused ${(violations += 1)}`,
          kind: 'csp',
          name: 'the frame may not show this address',
          note: `${blockedURI} is neither the shop nor the form; open it in a tab to follow it`,
          bad: true,
          wallAt: Date.now(),
          virtualAt: currentVirtualNow(),
        },
      ])
    }
    document.addEventListener('securitypolicyviolation', refused)
    return () => document.removeEventListener('securitypolicyviolation', refused)
  }, [])
}
