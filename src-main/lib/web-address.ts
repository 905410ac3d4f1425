/** Whether a text is an absolute http or https address. `new URL` takes what passes here; `http://[` does not pass. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text)
