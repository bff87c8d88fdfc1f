import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createCrossOrigin } from '../../../src/server/http/cross-origin.ts';

test('a server without a site elsewhere sends no CORS headers, and leaves every preflight to its routes', () => {
  const { headersFor, answerPreflight } = createCrossOrigin([]);
  const request = new IncomingMessage(new Socket());
  request.method = 'OPTIONS';
  request.url = '/api/accounts/get';
  request.headers = { origin: 'https://www.broker.example', 'access-control-request-method': 'POST' };
  const response = new ServerResponse(request);
  expect(headersFor(request)).toEqual({});
  expect(answerPreflight(request, response)).toBe(false);
  expect(response.headersSent).toBe(false);
});
