export type ReadonlyDeep<Value> = Value extends Uint8Array | string | number | boolean | null | undefined
  ? Value
  : { readonly [Name in keyof Value]: ReadonlyDeep<Value[Name]> }
