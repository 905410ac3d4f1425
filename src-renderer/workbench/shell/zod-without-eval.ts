import { z } from 'zod'

// The page's policy forbids eval. This must run before any schema is created, so it is imported first.
z.config({ jitless: true })
