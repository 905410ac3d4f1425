import type { OutgoingReply, PlatformRequest } from '../ports'
import type { Handled, PlatformAnswer, Recorder } from '../api/recorder'
import type { OpeningApp } from './opening-app'
import { emptyAnswer } from './replies'
import type { SessionApp } from './session-app'
import type { StaticFiles } from './static-files'

/** The hosted form and everything around it that a customer's browser loads from the platform (contract 7). */
export interface FormApp {
  /** Null: the path is none of the form's. */
  handle(request: PlatformRequest): Promise<PlatformAnswer> | null
}

const SESSION_PATH = /^\/payment\/([0-9a-f]{32})(\/[a-z/-]*)?$/

export function createFormApp(options: {
  readonly files: StaticFiles
  readonly opening: OpeningApp
  readonly sessions: SessionApp
  readonly recorder: Recorder
}): FormApp {
  const { files, opening, sessions, recorder } = options

  /** Not kept: files, and pages that ask whether something has changed. */
  const unrecorded = (reply: OutgoingReply): Promise<PlatformAnswer> =>
    Promise.resolve({ reply, afterReply: () => undefined })

  const recorded = (request: PlatformRequest, handle: () => Handled): Promise<PlatformAnswer> =>
    recorder.record('form', request, handle)

  return {
    handle(request) {
      const [path, query] = splitTarget(request.target)
      if (path === '/payment') return recorded(request, () => opening.open(request))
      if (path === '/params/check') return recorded(request, () => opening.check(request))
      const file = files.answer(request, path)
      if (file !== null) return unrecorded(file)
      const session = SESSION_PATH.exec(path)
      if (session === null) return path.startsWith('/payment/') ? unrecorded(emptyAnswer(404)) : null
      const [, id = '', place = ''] = session
      if (request.method === 'GET' && place === '/view') return unrecorded(sessions.poll(id, query))
      return recorded(request, () => sessions.handle(request, id, place, query))
    },
  }
}

function splitTarget(target: string): readonly [path: string, query: string] {
  const at = target.indexOf('?')
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)]
}
