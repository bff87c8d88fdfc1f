import type { OpenApiResponse } from './openapi-problems.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import type { SocketEmit, SocketEvent } from './openapi-socket.ts';

export interface OpenApiParameter {
  name: string;
  in: 'query' | 'path';
  required: boolean;
  schema: JsonSchema;
}

export interface MediaType {
  schema: JsonSchema;
  encoding?: Record<string, { style: string; explode: boolean }>;
}

export type RequestContent = Partial<
  Record<'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data' | '*/*', MediaType>
>;

export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required: boolean; content: RequestContent };
  responses: Record<string, OpenApiResponse>;
}

/** An OpenAPI 3.1 document; the sockets, which OpenAPI has no words for, stand in two extensions. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  paths: Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
  'x-socket-emits': SocketEmit[];
  'x-socket-events': SocketEvent[];
}
