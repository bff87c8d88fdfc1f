import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

/**
 * The minimal receiver of reports: one route that stores each request body as one row. Started by webhooks.bench.ts.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('create table if not exists bare_inbox (id uuid primary key, body bytea not null)');
const server = fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
server.post('/api/transaction/update/hooked', async (request) => {
  const text = 'insert into bare_inbox (id, body) values ($1, $2)';
  await pool.query({ name: 'keep', text, values: [randomUUID(), request.body] });
  return { status: 'success', data: null };
});
const url = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
