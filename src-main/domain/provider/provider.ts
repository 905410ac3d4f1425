/** The one provider service that the platform talks to, as its messages name it (contract 3.3, 3.6). */
export const PROVIDER = { id: 77, endpointId: 4 } as const
