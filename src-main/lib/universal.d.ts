/** Globals that all runtimes share; only the tsconfigs of lib, domain and protocol include this file. */
declare class TextEncoder {
  encode(input?: string): Uint8Array
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(input?: Uint8Array): string
}
declare function btoa(latin1: string): string
declare function atob(base64: string): string
declare class URL {
  static canParse(url: string): boolean
  constructor(url: string)
  readonly protocol: string
  readonly hostname: string
  readonly port: string
}
