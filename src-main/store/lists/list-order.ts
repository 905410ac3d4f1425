export type ListOrder = 'newest' | 'oldest' | 'payment'
