/** Something that does not stop the form, but that the developer should know. `field` empty: the request as a whole. */
export interface OpeningWarning {
  readonly field: string
  readonly message: string
}
