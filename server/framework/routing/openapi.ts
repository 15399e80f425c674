import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { success } from '#server/kernel/http/envelope.ts';
import { contentSecurityPolicy } from '#server/kernel/http/security.ts';
import type { AccessRule } from './access.ts';
import type { MountedEndpoint } from './route.ts';

type JsonSchema = Record<string, unknown>;

/** Named schemas of the contract: parts of the whole document, to which calls refer. */
const components: Record<string, unknown> = {};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const jsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const text = JSON.stringify(jsonSchema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _dialect, $defs: named = {}, ...json } = JSON.parse(text) as JsonSchema;
  Object.assign(components, named);
  return json;
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): JsonSchema[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, parameterSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: parameterSchema,
  }));
}

const mediaType: Record<Endpoint['encoding'], string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  multipart: 'multipart/form-data',
};

function describeAccess({ kind, permission, need, purpose }: AccessRule): string {
  if (kind === 'open') return '无需登录';
  if (kind === 'matters') return '需要登录，且不是系统、安全、审计或配置管理员';
  if (kind === 'permission') return `需要权限 ${permission}`;
  if (kind === 'order') return need === 'act' ? '需要登录，且能办理该办件' : '需要登录，且能查看该办件';
  if (kind === 'ticket') return `需要登录，或一次性凭据（${purpose}）`;
  return '需要登录';
}

function operationOf({ endpoint, access }: MountedEndpoint): JsonSchema {
  const hasBody = endpoint.method !== 'GET';
  const codes = new Set([...access.refusals, ...endpoint.refusals]);
  const refusals = [...codes].map((code) => `${refusalRow[code].errcode} ${refusalRow[code].text}`);
  const header = (name: string, required: boolean): JsonSchema => ({
    name,
    in: 'header',
    required,
    schema: { type: 'string' },
  });
  return {
    summary: endpoint.summary,
    description: [describeAccess(access), ...refusals.map((text) => `- ${text}`)].join('\n\n'),
    tags: [endpoint.path.split('/')[1] ?? ''],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(access.kind === 'open' ? [] : [header('x-access-token', access.kind !== 'ticket')]),
      ...(endpoint.mutates && hasBody ? [header('idempotency-key', false)] : []),
    ],
    ...(hasBody
      ? {
          requestBody: {
            content: { [mediaType[endpoint.encoding]]: { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200:
        endpoint.answer === 'raw'
          ? { description: '文件或数据流' }
          : {
              description: '成功',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['errcode', 'code', 'data'],
                    properties: {
                      errcode: { const: success.errcode },
                      code: { const: success.code },
                      data: schemaOf(endpoint.output, 'output'),
                    },
                  },
                },
              },
            },
      default: { description: '拒绝', content: { 'application/json': { schema: refusalSchema } } },
    },
  };
}

const refusalSchema: JsonSchema = {
  type: 'object',
  required: ['errcode', 'errmsg'],
  properties: {
    errcode: { type: 'integer' },
    errmsg: { type: 'string' },
    requestId: { type: 'string' },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Describes the whole interface as OpenAPI 3.1, from the contract itself. */
export function describeCalls(mounted: readonly MountedEndpoint[]): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const one of mounted) {
    const path = one.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.endpoint.method.toLowerCase()]: operationOf(one) };
  }
  const description =
    '/api/ 之外的调用被拒绝时，默认返回 HTTP 200，原因见 errcode 和 errmsg（未登录为 401，系统繁忙为 503）；' +
    '请求头带 x-refusal-status: http 的，返回与原因对应的 HTTP 状态。';
  const info = { title: '办件通 Banjian', version: '1', description };
  return { openapi: '3.1.0', info, paths, components: { schemas: components } };
}

/**
 * Serves the page at /api/docs; the document is built at the first request, so that the start does not wait
 * for it.
 */
export async function installOpenApi(
  fastify: FastifyInstance,
  mounted: readonly MountedEndpoint[],
): Promise<void> {
  let document: JsonSchema | undefined;
  await fastify.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '办件通 Banjian', version: '1' } },
    transform: ({ schema, url }) => ({ schema: { ...schema, hide: true }, url }),
    transformObject: () => {
      document ??= describeCalls(mounted);
      return document;
    },
  });
  await fastify.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The page uses inline styles; scripts and addresses are restricted as on every other page.
    staticCSP: { ...contentSecurityPolicy, 'style-src': ["'self'", "'unsafe-inline'"] },
    uiConfig: { docExpansion: 'none', filter: true, defaultModelsExpandDepth: -1 },
    // The top bar would only offer other documents.
    theme: {
      title: '办件通 接口文档',
      css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none; }' }],
    },
  });
}
