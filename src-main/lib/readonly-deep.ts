type Plain = Uint8Array | string | number | boolean | null | undefined

export type ReadonlyDeep<Value> = Value extends Plain
  ? Value
  : { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
