/** Whether a text is an absolute http or https address that `new URL` accepts. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text)
