import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { BenchClient } from '#protocol/client'
import { useCommandKeys } from '#window/commands/CommandControls.tsx'
import { SplitPane } from '#window/list/ListBody.tsx'
import { useBench } from '#window/state/bench'
import { dialogStore } from '#window/state/dialogs'
import { useCurrentProject, useInfo } from '#window/state/info'
import { reachedUrl } from '#window/state/listeners'
import { isRejected } from '#window/state/refusal'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { useSubmit } from '#window/ui/Dialog.tsx'
import { Divider } from '#window/ui/Divider.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { Choice } from '#window/ui/Field.tsx'
import { opensAlike, type PreviewDraft } from './draft'
import { EventLog } from './EventLog'
import { CheckSubmitBox, HoldBox, JsonEditor, StylesBox } from './FormExtras'
import { OpeningBar, PaymentBar } from './PaymentBar'
import { PresentBar } from './PresentBar'
import { STAGE_COMMANDS } from './present-commands'
import { openPreview, setDraft, usePreview } from './preview-store'
import { ParameterForm, SignatureBox } from './ParameterForm'
import { htmlSnippet, type SnippetSource } from './snippets'
import { SnippetView, Stage } from './Stage'
import { usePreviewFeed, useSigned } from './use-signed'
import './preview.css'

const VIEWS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
  { value: 'snippet', label: 'Snippet' },
] as const

/** Opens the form when its button or Ctrl+Enter is pressed. The draft `due` is opened automatically, once. */
function useOpening(
  isShown: boolean,
  due: PreviewDraft | null,
  openForm: (bench: BenchClient) => Promise<void>,
  onOpened: () => void,
) {
  const bench = useBench()
  const { busy: isOpening, refusal, submit } = useSubmit()
  const open = (): void => {
    if (!isOpening && !isRejected(bench, 'preview.create')) submit(() => openForm(bench), onOpened)
  }
  const openNow = useEffectEvent(open)
  useEffect(() => {
    if (!isShown) return
    const onKey = (event: KeyboardEvent): void => {
      const wanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (!wanted || event.defaultPrevented || dialogStore.getState().open !== null) return
      event.preventDefault()
      if (!event.repeat) openNow()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isShown])
  // A draft that was refused is not tried again until it changes.
  const tried = useRef<PreviewDraft | null>(null)
  useEffect(() => {
    if (due === null || isOpening || tried.current === due) return
    tried.current = due
    openNow()
  }, [due, isOpening])
  return { isOpening, error: refusal?.message ?? null, open }
}

/** How long after it is opened or loaded, in milliseconds, a form may still take the focus by itself. */
const OPENING_MS = 1500

/** Keeps the keys with the stage when a form that has just opened takes the focus; later, somebody has entered it. */
function useKeysKept(isPresented: boolean, frame: RefObject<HTMLIFrameElement | null>): void {
  const { opened, draft } = usePreview((state) => state)
  // A change of the draft counts too, because the changed draft is about to be opened.
  const openedAt = useRef(0)
  const begin = (): void => {
    openedAt.current = performance.now()
  }
  useEffect(begin, [opened, draft])
  useEffect(() => {
    if (!isPresented) return
    let isTabbing = false
    const onPress = (event: Event): void => {
      isTabbing = event instanceof KeyboardEvent && event.key === 'Tab'
    }
    const takeBack = (): void => {
      const taker = frame.current
      if (taker === null || isTabbing || performance.now() - openedAt.current > OPENING_MS) return
      // The frame becomes the active element only after this event. Another program keeps the focus that it took.
      setTimeout(() => {
        if (document.activeElement !== taker || !document.hasFocus()) return
        taker.blur()
        window.focus()
      })
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('load', begin, { capture: true, signal })
    window.addEventListener('keydown', onPress, { capture: true, signal })
    window.addEventListener('pointerdown', onPress, { capture: true, signal })
    window.addEventListener('blur', takeBack, { signal })
    return () => listening.abort()
  }, [isPresented, frame])
}

export function PreviewPage({ isShown }: { readonly isShown: boolean }) {
  const project = useCurrentProject()
  const platform = useInfo((state) => (state.info === null ? null : reachedUrl(state.info, 'platform')))
  const { draft, opened, stage } = usePreview((state) => state)
  const signing = useSigned(draft.rows, draft.mode)
  const { parameters, projectId, freshId, renew } = signing
  const signed = signing.signed.value
  const frame = useRef<HTMLIFrameElement>(null)
  usePreviewFeed()
  const isChanged = opened !== null && !opensAlike(opened.draft, draft)
  const isPresented = stage !== null && isShown
  const opening = useOpening(
    isShown,
    isPresented && (opened === null || isChanged) ? draft : null,
    (bench) => openPreview(bench, projectId, parameters, draft),
    renew,
  )
  useKeysKept(isPresented, frame)
  useCommandKeys(STAGE_COMMANDS, isPresented ? null : undefined)
  useEffect(() => {
    if (!isShown) usePreview.setState({ stage: null })
  }, [isShown])

  const source: SnippetSource | null =
    signed === null || platform === null
      ? null
      : { ...draft, css: draft.mode === 'modal' ? draft.css : '', parameters: signed.parameters, platform }
  const filledIn: Readonly<Record<string, string | undefined>> = {
    project_id: String(project?.projectId ?? ''),
    // Once a form is open, this is not the id of its payment.
    payment_id: opened === null || freshId === '' ? freshId : `next: ${freshId}`,
    customer_id: project?.switches.guests === true ? 'none: a guest' : undefined,
  }

  return (
    <div className="pv" hidden={!isShown} data-stage={stage ?? undefined} data-mode={draft.mode}>
      <SplitPane
        label="Width of the parameters"
        share={draft.width}
        onShare={(width) => setDraft({ width })}
        left={
          <section className="pane" aria-labelledby="pv-title">
            <div className="pane-bar">
              <h1 className="pane-title" id="pv-title">
                Preview
              </h1>
              <span className="grow" />
              <Choice
                label="Parameters as"
                value={draft.view}
                options={VIEWS}
                onChange={(view) => setDraft({ view })}
              />
            </div>
            <div className="scroll grow" tabIndex={-1}>
              {draft.view === 'snippet' ? (
                <SnippetView source={source} />
              ) : (
                <>
                  {draft.view === 'form' ? <ParameterForm filledIn={filledIn} /> : <JsonEditor />}
                  <SignatureBox signed={signed} error={signing.signed.error} />
                  <CheckSubmitBox draft={draft} />
                  <StylesBox draft={draft} />
                  <HoldBox project={project} />
                </>
              )}
            </div>
            <Failure className="pad lined-above" title="The form was not opened." error={opening.error} />
            <div className="row pad lined-above">
              <Button
                look="primary"
                size="large"
                icon="play"
                className="grow"
                keys="Ctrl Enter"
                does="preview.create"
                disabled={opening.isOpening}
                onClick={opening.open}
              >
                {opened === null ? 'Open' : 'Open again'}
              </Button>
              <CopyButton
                text={() => (source === null ? '' : htmlSnippet(source))}
                what="page as HTML"
                label="Copy page"
                look="plain"
                size="large"
              />
            </div>
          </section>
        }
        right={
          <section className="pane" aria-label="Shop and form">
            {stage === null ? <OpeningBar draft={draft} /> : null}
            {stage === null ? <PaymentBar isChanged={isChanged} /> : null}
            <div
              className="fill pv-halves"
              style={{ '--split': `${100 - draft.height}fr`, '--rest': `${draft.height}fr` }}
            >
              <Stage platform={platform} frame={frame} />
              <Divider
                label="Height of the events"
                lies="horizontal"
                share={draft.height}
                least={15}
                onShare={(height) => setDraft({ height })}
              />
              <EventLog />
            </div>
            {stage === null ? null : (
              <>
                <Failure className="pad" title="The form was not opened." error={opening.error} />
                <PresentBar draft={draft} />
              </>
            )}
          </section>
        }
      />
    </div>
  )
}
