import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gate, listening } from '#core/testing/listening'
import type { CustomerFiles } from '#core/sending'
import { FORM_SCRIPT_PATH, prepareStyles } from '#platform/form/pages/assets'
import { renderPage, renderView } from '#platform/form/pages/render'
import type { FormPage } from '#domain/form/view'
import { CLOCK_HEADER, type FormRefusal, type FormUpdate } from '#domain/form/wire'

/** A response of the scripted platform: another page or a refusal. */
export type Scripted =
  | {
      readonly kind: 'page'
      readonly page: FormPage
      readonly update?: Partial<Pick<FormUpdate, 'messages' | 'pollAfterMs' | 'leave'>>
    }
  | { readonly kind: 'refusal'; readonly refusal: FormRefusal }

/** A request that the form's page made. */
export interface FormRequest {
  readonly path: string
  readonly search: string
  readonly body: string
}

export interface FormServer {
  readonly platform: string
  /** The same server under another origin, for a shop's page. */
  readonly shop: string
  readonly requests: readonly FormRequest[]
  /** Sets the page to show; the next poll gets it as a new revision. */
  readonly show: (scripted: Extract<Scripted, { kind: 'page' }>) => void
  /** Moves the virtual clock; the page is not replaced. */
  readonly setTime: (now: number, rate: number) => void
  /** Adds responses to the next posts, in order; a post for which none is left is cut off. */
  readonly respond: (...scripted: readonly Scripted[]) => void
  /** Delays responses to posts until the returned function is called. */
  readonly hold: () => () => void
  /** Other documents, by path. */
  readonly documents: Map<string, string>
  readonly close: () => Promise<void>
}

/** The built files of the form. */
export type FormFiles = Pick<CustomerFiles, 'formJs' | 'formCss' | 'methodsCss' | 'providerCss'>

const NONCE = 'bm9uY2U'

/** Starts a platform that serves the pages set by a test over HTTP, to test the form's script in real browsers. */
export async function startFormServer(files: FormFiles): Promise<FormServer> {
  const styles = prepareStyles(files)
  const requests: FormRequest[] = []
  const documents = new Map<string, string>()
  let shownPage: Extract<Scripted, { kind: 'page' }> | null = null
  let rev = 0
  let time: string | null = null
  const responses: Scripted[] = []
  let postGate: Promise<void> = Promise.resolve()

  const parts = (
    scripted: Extract<Scripted, { kind: 'page' }>,
  ): Pick<FormUpdate, 'messages' | 'pollAfterMs' | 'leave'> => {
    return { messages: [], pollAfterMs: null, leave: null, ...scripted.update }
  }
  const update = (scripted: Extract<Scripted, { kind: 'page' }>): FormUpdate => ({
    view: scripted.page.view.kind,
    rev: String(rev),
    html: renderView(scripted.page),
    clock: { now: scripted.page.frame.now, rate: scripted.page.frame.rate },
    ...parts(scripted),
  })
  const json = (response: ServerResponse, status: number, value: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  const post = (response: ServerResponse): void => {
    const next = responses.shift()
    if (next === undefined) {
      response.destroy()
    } else if (next.kind === 'refusal') json(response, 422, next.refusal)
    else {
      shownPage = next
      rev += 1
      json(response, 200, update(next))
    }
  }
  const get = (path: string, search: string, response: ServerResponse): void => {
    const document = documents.get(path)
    if (document !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document)
    } else if (path === FORM_SCRIPT_PATH) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(files.formJs)
    } else if (shownPage === null) {
      response.writeHead(404).end()
    } else if (path.endsWith('/view')) {
      if (search === `?rev=${rev}`) {
        response.writeHead(204, time === null ? {} : { [CLOCK_HEADER]: time }).end()
      } else json(response, 200, update(shownPage))
    } else {
      const html = renderPage({
        page: shownPage.page,
        rev: String(rev),
        styles,
        nonce: NONCE,
        update: parts(shownPage),
      })
      const policy = `default-src 'self'; script-src 'self' 'nonce-${NONCE}'; style-src 'nonce-${NONCE}'; img-src data:; form-action 'self'; base-uri 'none'`
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(html)
    }
  }
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://platform.test')
    if (request.method !== 'POST') {
      get(pathname, search, response)
      return
    }
    bodyOf(request, (body) => {
      requests.push({ path: pathname, search, body })
      const document = documents.get(pathname)
      if (document === undefined) void postGate.then(() => post(response))
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document)
    })
  })
  const { port, url, close } = await listening(server)
  return {
    platform: url,
    shop: `http://localhost:${port}`,
    requests,
    documents,
    show: (scripted) => {
      shownPage = scripted
      rev += 1
    },
    setTime: (now, rate) => {
      time = `${String(now)} ${String(rate)}`
    },
    hold: () => {
      const { opened, open } = gate()
      postGate = opened
      return open
    },
    respond: (...scripted) => {
      responses.push(...scripted)
    },
    close,
  }
}

function bodyOf(request: IncomingMessage, done: (body: string) => void): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => done(body))
}

/**
 * A shop's page with frames but without the library; `window.heard` lists the frames' messages. Sends a `link`
 * message `linkDelay` ms after each load of a frame, or none if `linkDelay` is null (contract 8.6).
 */
export function shopPage(
  frames: readonly { readonly url: string; readonly guid: string }[],
  linkDelay: number | null,
): string {
  const setup = JSON.stringify({ frames, linkDelay }).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body>
<script>
  window.heard = []
  window.addEventListener('message', function (event) {
    if (typeof event.data === 'string') window.heard.push(JSON.parse(event.data))
  })
  var setup = ${setup}
  setup.frames.forEach(function (entry, index) {
    var frame = document.createElement('iframe')
    frame.id = 'frame-' + index
    frame.width = 480
    frame.height = 700
    frame.addEventListener('load', function () {
      if (setup.linkDelay === null) return
      setTimeout(function () {
        frame.contentWindow.postMessage(JSON.stringify({ message: 'link', guid: entry.guid }), '*')
      }, setup.linkDelay)
    })
    frame.src = entry.url
    document.body.appendChild(frame)
  })
  window.sendMessage = function (body, index) {
    document.getElementById('frame-' + (index || 0)).contentWindow.postMessage(JSON.stringify(body), '*')
  }
</script></body></html>`
}
