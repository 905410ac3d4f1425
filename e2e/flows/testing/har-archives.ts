import type { Automation } from './automation'

const MIB = 1024 * 1024

/** Characters that the window sends with one call. */
const HAR_PART = 4 * MIB

/** Sends an archive in pieces, as the window does; rejects with the error of Paybench. */
export async function importHar(bench: Automation, pieces: Iterable<string>): Promise<void> {
  let upload: string | undefined
  const send = async (params: { readonly text?: string; readonly end?: boolean }): Promise<boolean> => {
    const result = await bench.call('traffic.importHar', {
      ...params,
      ...(upload === undefined ? {} : { upload }),
    })
    upload = result.upload
    return result.done
  }
  for (const text of pieces) await send({ text })
  for (let done = await send({ end: true }); !done;) done = await send({})
}

/** An entry whose request has this body; `own` has Paybench's own members, each followed by a comma. */
export const harEntry = (body: string, own = ''): string =>
  `{"startedDateTime":"2030-04-09T10:00:00.000Z","time":1,${own}"request":{"method":"POST","url":"http://a.test/","httpVersion":"HTTP/1.1","headers":[],"postData":{"mimeType":"text/plain","text":"${body}"}},"response":{"status":200,"httpVersion":"HTTP/1.1","headers":[],"content":{}}}`

export const HAR_HEAD = '{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":['
export const HAR_TAIL = ']}}'

/** A text in parts of {@link HAR_PART}. */
export function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += HAR_PART) yield text.slice(at, at + HAR_PART)
}

/** `head`, then `unit` repeated to about `bytes` bytes in total. */
export function* repeated(head: string, unit: string, bytes: number): Generator<string> {
  yield head
  const part = unit.repeat(Math.floor(HAR_PART / unit.length))
  for (let sent = 0; sent < bytes; sent += part.length) yield part
}
