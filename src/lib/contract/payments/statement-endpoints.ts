import type { EndpointOf } from '../endpoints.ts';
import type * as statements from './statement-calls.ts';

/** Where the call of statements goes for a browser. */

export const getStatement: EndpointOf<typeof statements.getStatement> = { method: 'POST', path: '/api/statements/get' };
