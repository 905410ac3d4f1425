import { connect } from 'node:net'

/** Sends bytes as they are and waits for the end of the answer. */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => {
      answer += part
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
