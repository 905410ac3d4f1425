import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { IdText } from '#window/ui/IdText.tsx'
import type { PreviewDraft } from './draft'
import { addEntryNow, setDraft, usePreview } from './preview-store'
import { Choice } from '#window/ui/Field.tsx'
import { SNIPPETS, type SnippetSource } from './snippets'

/**
 * What the shop's page needs to work like a separate site; its origin differs from the workbench's.
 * - allow-scripts: the library is a script.
 * - allow-forms: the library posts a form into the frame (contract 8.5).
 * - allow-same-origin: an opaque origin would have no storage, and its messages could not be checked.
 * - allow-popups: return buttons and external pages may open a new tab (`blank_page`, `force_acs_new_window`).
 * - allow-popups-to-escape-sandbox: such a tab is a page of the issuer or the shop, which must not be sandboxed.
 * Left out: allow-top-navigation, so that no page inside can replace the workbench; the "parent page" in a
 * preview is the shop's page, which can still navigate its own frame.
 */
const SANDBOX = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

const BAR_HEIGHT = 28
/** The space around the device, in pixels. On the stage it is smaller, because every pixel of height counts. */
const PADDING = 12
const STAGE_PADDING = 4

function useRoom(padding: number): readonly [RefObject<HTMLDivElement | null>, Size] {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Size>({ width: 640, height: 400 })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = (): void => {
      const { clientWidth, clientHeight } = element
      if (clientWidth === 0) return
      setRoom({
        width: Math.max(200, clientWidth - 2 * padding),
        height: Math.max(150, clientHeight - 2 * padding - BAR_HEIGHT),
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [padding])
  return [box, room]
}

type DeviceName = PreviewDraft['device']

function Address({ url }: { readonly url: string }) {
  const { protocol, host, pathname } = new URL(url)
  return (
    <code className="pv-address clip dim" title={url}>
      {protocol}//<b>{host}</b>
      <IdText id={pathname} />
    </code>
  )
}

export function Stage(props: {
  /** Null until the listeners are known. */
  readonly platform: string | null
  readonly frame: RefObject<HTMLIFrameElement | null>
}) {
  const { platform, frame } = props
  const { draft, opened, stage } = usePreview((state) => state)
  const { device } = draft
  // Nothing is scaled while the form is presented to a merchant.
  const isPresented = stage !== null
  const padding = isPresented ? STAGE_PADDING : PADDING
  const [box, room] = useRoom(padding)
  const { page, scale } = fitDevice(device, room, isPresented)
  const shown = { width: Math.round(page.width * scale), height: Math.round(page.height * scale) }
  const text = `${page.width} × ${page.height}${scale === 1 ? '' : ` at ${Math.round(scale * 100)} %`}`

  const addLoadedEntry = (): void => {
    if (opened !== null)
      addEntryNow({ id: `loaded ${opened.id} ${Date.now()}`, kind: 'frame', name: 'page loaded', note: text })
  }

  return (
    <div className="pv-stage scroll" ref={box} style={{ padding }} tabIndex={-1}>
      {opened === null ? (
        <div className="empty">
          <h2>No form is open</h2>
          <p>Here you will see it as a customer of the demo shop does.</p>
        </div>
      ) : opened.isOutside ? (
        <div className="empty">
          <h2>The form is in its own tab</h2>
          <p>
            What happens to the payment is listed below. In a tab, only onRun is called: the other handlers
            need a frame around the form.
          </p>
          <p className="copyrow">
            <Address url={opened.url} />
            <CopyButton text={opened.url} what="address of the shop's page" />
          </p>
        </div>
      ) : (
        <figure
          className="pv-device"
          data-device={device}
          style={{ width: shown.width }}
          aria-label={`Device of ${page.width} by ${page.height}`}
        >
          <figcaption className="row dim">
            {/* In a tab, the shop's page leads to the form at once. */}
            <Address url={opened.mode === 'tab' && platform !== null ? `${platform}/payment` : opened.url} />
            <span className="small nowrap">{text}</span>
          </figcaption>
          <div className="pv-screen" style={{ height: shown.height }}>
            <iframe
              key={opened.id}
              ref={frame}
              title="Demo shop with the form"
              src={opened.url}
              sandbox={SANDBOX}
              allow="payment"
              referrerPolicy="no-referrer"
              style={{
                width: page.width,
                height: page.height,
                transform: `scale(${scale})`,
              }}
              onLoad={addLoadedEntry}
            />
          </div>
        </figure>
      )}
    </div>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Screens in CSS pixels; `fit` uses the available space, unscaled. */
export const DEVICES = [
  { name: 'phone', label: 'Phone', size: { width: 390, height: 844 } },
  { name: 'tablet', label: 'Tablet', size: { width: 820, height: 1180 } },
  { name: 'laptop', label: 'Laptop', size: { width: 1280, height: 800 } },
  { name: 'fit', label: 'Unscaled', size: null },
] as const satisfies readonly { name: DeviceName; label: string; size: Size | null }[]

/**
 * Scales a device to the space, in steps of 0.01 so that edges stay stable; with `isPresented`, crops it instead.
 * @returns the size of the page in its CSS pixels; the scale is at most 1
 */
export function fitDevice(device: DeviceName, room: Size, isPresented = false) {
  const size = DEVICES.find(({ name }) => name === device)?.size ?? null
  if (size === null) return { page: room, scale: 1 }
  if (isPresented) {
    const page = { width: Math.min(size.width, room.width), height: Math.min(size.height, room.height) }
    return { page, scale: 1 }
  }
  const scale = Math.min(1, room.width / size.width, room.height / size.height)
  return { page: size, scale: Math.max(0.1, Math.floor(scale * 100) / 100) }
}

/** `source` is null until the parameters are signed. */
export function SnippetView({ source }: { readonly source: SnippetSource | null }) {
  const chosen = usePreview(({ draft }) => draft.snippet)
  const snippet = SNIPPETS.find(({ name }) => name === chosen) ?? SNIPPETS[0]
  const text = source === null ? '' : snippet.write(source)
  return (
    <section className="stack pv-snippet" aria-label="Snippet">
      <div className="row">
        <Choice
          label="Language"
          value={snippet.name}
          options={SNIPPETS.map(({ name, label }) => ({ value: name, label }))}
          onChange={(name) => setDraft({ snippet: name })}
        />
        <span className="grow" />
        <CopyButton text={text} what={`${snippet.label} snippet`} />
      </div>
      <p className="help dim">{snippet.about}</p>
      <pre className="code box wrap scroll" tabIndex={0} aria-label={`${snippet.label} snippet`}>
        {text}
      </pre>
    </section>
  )
}
