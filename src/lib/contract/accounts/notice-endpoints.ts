/** Endpoints of the calls about notices, for the browser: every page of a customer counts, few do more. */

export const getNotices = { method: 'POST', path: '/api/accounts/notices' } as const;
export const countNotices = { method: 'POST', path: '/api/accounts/notices/count' } as const;
export const readNotices = { method: 'POST', path: '/api/accounts/notices/read' } as const;
export const getNoticeChoices = { method: 'POST', path: '/api/accounts/notices/choices' } as const;
export const setNoticeChoice = { method: 'POST', path: '/api/accounts/notices/choice' } as const;
