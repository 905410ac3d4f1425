/**
 * Whether a text is an absolute http or https address that everything later can use: what passes here, `new URL` takes
 * (`http://[` has the form of one and is none).
 */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text)
