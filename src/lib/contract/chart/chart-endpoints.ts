/** Endpoints of the chart's layout for the browser. */

export const getChart = { method: 'POST', path: '/api/accounts/chart' } as const;
export const saveChart = { method: 'POST', path: '/api/accounts/saveChart' } as const;
