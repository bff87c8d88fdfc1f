import type { FastifyInstance } from 'fastify';
import { brand } from '../../brand.ts';
import { openApiDocument } from '../../lib/contract/openapi/openapi.ts';

/** The version of the contract, not of the build. */
const contractVersion = '1';

/** The contract as an OpenAPI document, for people and machines. */
export function registerOpenApiRoutes(app: FastifyInstance): void {
  const document = openApiDocument({ brandName: brand.name, version: contractVersion });
  app.get('/api/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document));
}
