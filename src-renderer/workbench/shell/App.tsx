import { useState, Component, type ReactNode, useEffect, useRef } from 'react'
import { CallbacksPage } from '#window/features/callbacks/CallbackLists.tsx'
import { OverviewPage } from '#window/features/overview/OverviewPage.tsx'
import { ClockStrip } from '#window/features/clock/ClockStrip.tsx'
import { FootBar } from '#window/features/clock/FootBar.tsx'
import { ExamPage } from '#window/features/exam/ExamPage.tsx'
import { PaymentsPage } from '#window/features/payments/PaymentsPage.tsx'
import { PreviewPage } from '#window/features/preview/PreviewPage.tsx'
import { SessionDrop, SessionLine, SessionOfLink } from '#window/features/sessions/SessionLine.tsx'
import { ScenariosPage } from '#window/features/scenarios/ScenariosPage.tsx'
import { SettingsPage } from '#window/features/settings/SettingsPage.tsx'
import { SignaturePage } from '#window/features/signature/SignaturePage.tsx'
import { useShortcuts } from './keys'
import type { Reached } from '#window/state/connection'
import { useInfo } from '#window/state/info'
import { openPlace, usePreferences } from '#window/state/preferences'
import type { Page } from '#window/state/preferences-shape'
import { TrafficPage } from '#window/features/traffic/TrafficPage.tsx'
import { Icon, IconSprite } from '#window/ui/Icon.tsx'
import { Notifier } from './notifications'
import { OpenedDialog } from './OpenedDialog'
import { Rail, TopBar } from './TopBar'
import { useNoPlace, usePage, type NoPlace } from './router'
import { useStore } from 'zustand'
import {
  announcements,
  reasonOf,
  closeToast,
  endOutdatedToasts,
  runToast,
  type Toast,
  toastStore,
} from '#window/state/toasts'
import './app.css'
import { boundedText, quotedText } from '#lib/limits/bounded-text'
import { LIMITS } from '#lib/limits/limit-table'
import { LeaveSession } from '#window/list/ListBody.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import type { Address } from '#window/navigation/address'
import { openAddress } from '#window/navigation/links'
import { useBenchEvents } from '#window/state/bench'

/** Every page but the preview, which {@link KeptPreview} shows. */
const PAGE_CONTENT: Readonly<Record<Exclude<Page, 'preview'>, () => ReactNode>> = {
  overview: OverviewPage,
  payments: PaymentsPage,
  callbacks: CallbacksPage,
  scenarios: ScenariosPage,
  exam: ExamPage,
  traffic: TrafficPage,
  signature: SignaturePage,
  settings: SettingsPage,
}

/** The preview stays mounted after its first visit: a frame that is removed and added again would reload. */
function KeptPreview({ isShown }: { readonly isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return wasShown ? <PreviewPage isShown={isShown} /> : null
}

export function App({ reached }: { readonly reached: Reached }) {
  const page = usePage()
  const { noPlace } = useNoPlace()
  const known = useInfo((state) => state.info !== null)
  const sessionId = usePreferences((state) => state.sessionId)
  useShortcuts()
  const Content = page === 'preview' ? null : PAGE_CONTENT[page]
  if (reached === 'noToken') {
    return (
      <>
        <IconSprite />
        <main className="page-message">
          <Notice tone="amber" title="This address is not complete.">
            Paybench prints an address with a token when it starts. Open that address, then open this link
            again in the same browser. While another window of Paybench is open, links open directly.
          </Notice>
        </main>
      </>
    )
  }
  return (
    <>
      <IconSprite />
      <div className="app">
        <ErrorBoundary>
          <TopBar />
        </ErrorBoundary>
        <Rail page={noPlace === null ? page : null} />
        <main className="main" aria-busy={!known}>
          <LostLine />
          <ErrorBoundary>
            <SessionLine />
          </ErrorBoundary>
          <div className="page">
            {known ? (
              <>
                <ErrorBoundary>
                  <KeptPreview isShown={page === 'preview' && noPlace === null} />
                </ErrorBoundary>
                {/* The key remounts the page in another session, where the same ids belong to other objects. */}
                <ErrorBoundary key={`${page} ${sessionId}`}>
                  {noPlace !== null ? <NoPlacePage noPlace={noPlace} /> : Content && <Content />}
                </ErrorBoundary>
              </>
            ) : (
              <Connecting />
            )}
          </div>
          {known ? (
            <ErrorBoundary>
              <ClockStrip />
            </ErrorBoundary>
          ) : null}
        </main>
        <ErrorBoundary>
          <FootBar />
        </ErrorBoundary>
      </div>
      <ErrorBoundary>
        <OpenedDialog />
      </ErrorBoundary>
      {known ? <SessionDrop /> : null}
      {known ? <Notifier /> : null}
      <Toasts />
      <Announcer />
    </>
  )
}

/** A live region for the sentences of `announce`: each is read once, even in quick succession. */
function Announcer() {
  const sentences = useStore(announcements)
  return (
    <div className="sr" role="status" aria-live="polite" aria-atomic="false" aria-label="Announcements">
      {sentences.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

/** Keeps an error in one part from emptying the window. In React, only class components can catch such errors. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly reason: string | null }> {
  override state: { readonly reason: string | null } = { reason: null }

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: boundedText(reasonOf(error), LIMITS.pathChars) }
  }

  override render(): ReactNode {
    const { reason } = this.state
    if (reason === null) return this.props.children
    const onRetry = (): void => this.setState({ reason: null })
    return (
      <div className="page-message">
        <Notice
          tone="red"
          live
          title="This part of the window failed."
          action={
            <span className="copyrow">
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
              <Button
                size="small"
                onClick={() => {
                  // Clears the selection and the filter, which may have caused the failure.
                  openPlace('payments', { selection: null, query: '', view: null })
                  onRetry()
                }}
              >
                Go to Payments
              </Button>
              <LeaveSession />
            </span>
          }
        >
          {reason} No data is lost, and the rest of the window works. If this happens again, reload the page.
        </Notice>
      </div>
    )
  }
}

const ALL_PAYMENTS: Address = {
  page: 'payments',
  list: { name: 'payments', query: '', sort: null, projectId: null },
}

/** Shown for an address that leads nowhere, or to a session that is not open: the reason and the remedy. */
function NoPlacePage({ noPlace }: { readonly noPlace: NoPlace }) {
  const isElsewhere = 'sessionId' in noPlace
  return (
    <div className="empty" role="alert">
      <Icon name="search" />
      <h1 className="pane-title">
        {isElsewhere ? 'This link leads to another session' : 'There is nothing at this address'}
      </h1>
      <p>
        <code>{quotedText(noPlace.address)}</code>
      </p>
      {isElsewhere ? (
        <SessionOfLink sessionId={noPlace.sessionId} />
      ) : (
        <p>{noPlace.reason} Ask the sender for the link again, or look for the payment in the list.</p>
      )}
      <Button onClick={() => openAddress(ALL_PAYMENTS)}>Show all payments</Button>
    </div>
  )
}

/** While starting, Paybench responds within this number of attempts. */
const PATIENT_TRIES = 3

function Connecting() {
  const { error, failedTries, refused } = useInfo((state) => state)
  if (refused) return null // the line above the page says why
  if (error !== null || failedTries >= PATIENT_TRIES) {
    return (
      <div className="page-message">
        {error === null ? (
          <Notice tone="amber" live title="Paybench does not respond.">
            Paybench was closed. Start it again and open the address that it prints.
          </Notice>
        ) : (
          <Notice tone="red" live title="The data of Paybench could not be read.">
            {error} Reload the page. If that does not help, restart Paybench.
          </Notice>
        )}
      </div>
    )
  }
  return (
    <div className="empty" role="status">
      <Icon name="state-processing" />
      <p>Connecting to Paybench…</p>
    </div>
  )
}

function LostLine() {
  const { status, refused } = useInfo((state) => state)
  if (!refused && status !== 'lost') return null
  return (
    <div className="band">
      {refused ? (
        <Notice tone="red" live title="Paybench was restarted, and this page belongs to the previous run.">
          Open the address that Paybench printed when it restarted. All stored data is still there.
        </Notice>
      ) : (
        <Notice tone="red" live title="The connection to Paybench was lost.">
          This page shows the last known state and reconnects automatically. If Paybench was closed, start it
          again and open the address that it prints.
        </Notice>
      )}
    </div>
  )
}

const SHOWN_MS = 8000
/** How often an expired toast checks whether the pointer and the focus have left the toasts. */
const LINGER_MS = 2000

function ToastBox({ toast }: { readonly toast: Toast }) {
  const { id, icon, text, action } = toast
  const box = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const end = (): void => {
      const isLookedAt = box.current?.closest('.toasts')?.matches(':hover, :focus-within') === true
      if (isLookedAt) timer = setTimeout(end, LINGER_MS)
      else closeToast(id)
    }
    let timer = setTimeout(end, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <li ref={box} className="toast" data-hue={icon === 'state-failed' ? 'red' : 'quiet'}>
      <Icon name={icon} />
      <span className="grow">{text}</span>
      {action === undefined ? null : (
        <Button size="small" onClick={() => runToast(toast)}>
          {action.label}
        </Button>
      )}
      <Button look="quiet" size="small" icon="close" aria-label="Dismiss" onClick={() => closeToast(id)} />
    </li>
  )
}

function Toasts() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  useBenchEvents((events) => {
    const states = new Map(
      events.flatMap((event) =>
        event.type === 'callback.changed' ? [[event.callback.id, event.callback.state]] : [],
      ),
    )
    for (const [id, state] of states) endOutdatedToasts(id, state)
  })
  return (
    <div className="toasts" role="region" aria-label="Notifications">
      <ul className="stack" aria-live="polite">
        {toasts.map((toast) => (
          <ToastBox key={toast.id} toast={toast} />
        ))}
      </ul>
    </div>
  )
}
