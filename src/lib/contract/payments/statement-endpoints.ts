/** Where the call of statements goes for a browser. */

export const getStatement = { method: 'POST', path: '/api/statements/get' } as const;
