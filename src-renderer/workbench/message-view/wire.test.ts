import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { curlOf, readHead, requestHead, type WireRequest, withHost } from './wire'

const aRequest = (change: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url: 'http://127.0.0.1:8620/callbacks/pay',
  target: '/callbacks/pay',
  httpVersion: '1.1',
  headers: [
    ['Host', '127.0.0.1:8620'],
    ['Content-Type', 'application/json'],
    ['Content-Length', '2'],
    ['User-Agent', 'platform-simulator'],
    ['Accept', '*/*'],
  ],
  body: { text: '{}', base64: 'e30=' },
  ...change,
})

/** The arguments that curl would get if a POSIX shell ran the command. */
function argumentsInShell(command: string): readonly string[] {
  const printed = command.replace(/(^|\| )curl /, '$1printf "%s\\0" ')
  return execFileSync('sh', ['-c', printed], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

it('the head of a request has the start line, the headers as received and one empty line', () => {
  const headers = ['1', '2'].map((value) => ['X', value] as const)
  expect(requestHead(aRequest({ headers: [['hOST', 'a'], ...headers] }))).toBe(
    'POST /callbacks/pay HTTP/1.1\r\nhOST: a\r\nX: 1\r\nX: 2\r\n\r\n',
  )
})

describe('the head of a message', () => {
  it('is split into its start line and its fields, in their order and with repeats', () => {
    expect(readHead('POST /a?b=c HTTP/1.0\r\nHost: x\r\nx-A:1\r\nx-A: 2 \r\n\r\n')).toEqual({
      start: { method: 'POST', target: '/a?b=c', httpVersion: '1.0' },
      headers: [
        ['Host', 'x'],
        ['x-A', '1'],
        ['x-A', '2'],
      ],
    })
  })

  it('may be truncated anywhere', () => {
    expect(readHead('POST /a HT')).toEqual({ start: null, headers: [] })
    expect(readHead('POST /a HTTP/1.1\r\nHost: x\r\nConte').headers).toEqual([
      ['Host', 'x'],
      ['Conte', ''],
    ])
  })

  it('gets a Host header in front unless it has one', () => {
    expect(withHost([['A', 'b']], 'http://shop.test:81/x')).toEqual([
      ['Host', 'shop.test:81'],
      ['A', 'b'],
    ])
    expect(withHost([['hOST', 'c']], 'http://shop.test/')).toEqual([['hOST', 'c']])
    expect(withHost([['A', 'b']], '')).toEqual([['A', 'b']])
  })
})

describe('a request as curl', () => {
  it('leaves out the headers that curl writes itself', () => {
    const headers = ['Content-Type: application/json', 'User-Agent: platform-simulator', 'Accept: */*']
    expect(argumentsInShell(curlOf(aRequest()))).toEqual([
      ...['-sS', '--globoff', '--path-as-is', 'http://127.0.0.1:8620/callbacks/pay'],
      ...headers.flatMap((header) => ['-H', header]),
      ...['--data-raw', '{}'],
    ])
  })

  it('passes quotes, dollars, backticks, newlines and a leading @ through the shell', () => {
    const text = `@it's "$HOME" \`id\` \\n\nend`
    const sent = argumentsInShell(curlOf(aRequest({ body: { text, base64: 'x' } })))
    expect(sent.at(-1)).toBe(text)
    expect(sent.at(-2)).toBe('--data-raw')
  })

  it('disables the headers that curl would add', () => {
    const sent = argumentsInShell(curlOf(aRequest({ headers: [['Host', 'shop.test']] })))
    expect(sent).toContain('Host: shop.test')
    for (const header of ['accept:', 'user-agent:', 'content-type:']) expect(sent).toContain(header)
  })

  it('keeps the chunked transfer encoding', () => {
    const sent = argumentsInShell(curlOf(aRequest({ headers: [['Transfer-Encoding', 'chunked']] })))
    expect(sent).toContain('Transfer-Encoding: chunked')
  })

  it('keeps an empty header and an unusual method', () => {
    const sent = argumentsInShell(curlOf(aRequest({ method: 'PUT', headers: [['X-Empty', '']] })))
    expect(sent).toContain('X-Empty;')
    expect(sent).toContain('-X')
    expect(sent).toContain('PUT')
  })

  it('needs neither a method nor data if it is a GET request without a body', () => {
    const sent = argumentsInShell(curlOf(aRequest({ method: 'GET', body: { text: '', base64: '' } })))
    expect(sent).not.toContain('-X')
    expect(sent.some((argument) => argument.startsWith('--data'))).toBe(false)
  })

  it('pipes bytes through base64 if no argument can hold them', () => {
    const command = curlOf(aRequest({ body: { text: null, base64: '/wA=' } }))
    expect(command).toMatch(/^printf %s '\/wA=' \| base64 -d \| curl /)
    expect(command).toContain('--data-binary @-')
  })
})
