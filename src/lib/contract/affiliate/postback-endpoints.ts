/** Endpoints of postbacks, apart from the others because only the affiliate's panel loads them. */

export const getPostbacks = { method: 'POST', path: '/api/affiliate/postbacks' } as const;
export const savePostbacks = { method: 'POST', path: '/api/affiliate/postbacks/save' } as const;
export const renewPostbackSecret = { method: 'POST', path: '/api/affiliate/postbacks/secret' } as const;
export const resendPostback = { method: 'POST', path: '/api/affiliate/postbacks/resend' } as const;
export const tryPostback = { method: 'POST', path: '/api/affiliate/postbacks/try' } as const;
