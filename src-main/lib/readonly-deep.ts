type Plain = Uint8Array | string | number | boolean | null | undefined

/** A value of which nothing can be changed, however deep. */
export type ReadonlyDeep<Value> = Value extends Plain
  ? Value
  : { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
